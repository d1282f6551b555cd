/** What a device that comes back is sent: the bytes between it and a real gateway. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Client, MemoryStorage } from "../../src/index.js";
import { NodeWebSocket } from "../../src/node.js";
import { Store } from "../../src/store.js";
import { Gateway } from "../support/gateway.js";
import { Proxy } from "../support/proxy.js";
import { until } from "../support/until.js";

const users = Array.from({ length: 100 }, (_, index) => `user-${index}`);
const storage = new MemoryStorage();
let gateway, proxy;

before(async () => {
    gateway = await Gateway.start();
    proxy = await Proxy.start(gateway.port);
    await gateway.makeAccounts("alice");
    await gateway.makeAccounts(...users);
    await write(0);
});
after(async () => {
    await proxy.stop();
    await gateway.stop();
});

/** Each of the users sends alice a message. */
async function write(number) {
    const message = (from) => ({
        op: "admin.message.send",
        data: { from, conversationID: "c2c_alice", clientMsgId: `${from}-${number}`, type: 0, body: { text: `Message ${number} of some length, as people write them` } },
    });
    const { results } = await gateway.ask("batch", { calls: users.map(message) });
    for (const { error } of results) assert.equal(error, undefined);
}

/** Alice's device comes, until each conversation has its message of that number; returns how many bytes it was sent. */
async function come(number) {
    const before = proxy.received;
    const client = new Client({ url: proxy.url, user: "alice", device: "phone", storage, token: () => gateway.token("alice"), WebSocket: NodeWebSocket });
    const store = new Store(client);
    const isTold = new Promise((resolve) => client.on("conversation.syncFinish", resolve));
    try {
        await client.connect();
        await isTold;
        await until(() => store.isListed && store.conversations.length === users.length && store.conversations.every(({ lastMessage }) => lastMessage.seq === number + 1));
    } finally {
        await client.disconnect();
        store.close();
    }
    return proxy.received - before;
}

test("100 conversations: the whole list, nothing new, and a message in each", async (context) => {
    const list = await come(0);
    const nothing = await come(0);
    await write(1);
    const each = await come(1);
    context.diagnostic(`measured: the list of 100 conversations ${list} bytes, coming back to nothing new ${nothing}, to a message in each ${each}`);
    assert.ok(nothing <= 5_000 && each <= 41_000, `${nothing} and ${each} bytes`);
});
