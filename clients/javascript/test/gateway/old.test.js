/** Messages that wait for longer than a real gateway remembers them. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { systemClock } from "../../src/clock.js";
import { Client, MemoryStorage } from "../../src/index.js";
import { NodeWebSocket } from "../../src/node.js";
import { Gateway } from "../support/gateway.js";
import { Proxy } from "../support/proxy.js";
import { until } from "../support/until.js";

const hours = 3;
let gateway, proxy;

before(async () => {
    gateway = await Gateway.start({
        auth: { keysFile: "keys.json", adminKeysFile: "admin.json", leewaySeconds: 1, testMode: true },
        messages: { retryHours: 1 },
    });
    proxy = await Proxy.start(gateway.port);
    await gateway.makeAccounts("alice", "bob");
});
after(async () => {
    await proxy.stop();
    await gateway.stop();
});

const clientOf = (storage, clock) =>
    new Client({
        url: proxy.url, user: "alice", token: () => gateway.token("alice"), WebSocket: NodeWebSocket, device: "phone", storage, clock,
    });

const textsOfBob = async () => (await gateway.history("bob", "c2c_alice")).map(({ body }) => body.text);

test("a message whose reply was lost three hours ago is sent once, where the gateway remembers it for one", async () => {
    const storage = new MemoryStorage();
    const before = clientOf(storage);
    await before.connect();
    await until(() => before.state.name === "open");
    // The reply is held back until the page is gone.
    proxy.delay = 1000;
    const { clientMsgId } = before.outbox.add("c2c_bob", { body: { text: "once" } });
    await until(async () => (await textsOfBob()).length === 1);
    before.disconnect();
    proxy.delay = 0;
    assert.equal((await storage.range("outbox")).length, 1);

    await gateway.drain();
    gateway.settings.data = { directory: ".", clockOffsetSeconds: hours * 3600 };
    await gateway.start();
    const client = clientOf(storage, { ...systemClock, now: () => Date.now() + hours * 3_600_000 });
    const sent = [];
    client.on("message.sent", ({ clientMsgId, seq }) => sent.push([clientMsgId, seq]));
    await client.connect();
    await until(() => client.outbox.entries().length === 0, { show: () => [client.state, client.outbox.entries()] });
    await client.send("c2c_bob", "and another");
    client.disconnect();
    assert.deepEqual(await textsOfBob(), ["once", "and another"]);
    assert.deepEqual(sent[0], [clientMsgId, 1]);

    // The gateway itself would have taken it as a new message.
    await gateway.ask("message.send", { conversationID: "c2c_bob", clientMsgId, type: 0, body: { text: "once" } }, "alice");
    assert.deepEqual(await textsOfBob(), ["once", "and another", "once"]);
});
