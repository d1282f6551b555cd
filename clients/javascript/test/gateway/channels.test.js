/** What the guide says about channels, against a real gateway. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { Client } from "../../src/index.js";
import { NodeWebSocket } from "../../src/node.js";
import { Gateway } from "../support/gateway.js";
import { until } from "../support/until.js";

const guide = readFileSync(new URL("../../../../docs/clients.md", import.meta.url), "utf8");
const [, recipe] = guide.match(/## Channels\n.*?```js\n(.*?)```/s);
const AsyncFunction = (async () => {}).constructor;

test("a program that does as the guide says misses no message of a channel, and hears each once", async () => {
    const gateway = await Gateway.start();
    const client = new Client({
        url: gateway.url, user: "alice", token: () => gateway.token("alice"), WebSocket: NodeWebSocket, device: "a",
    });
    try {
        await gateway.makeAccounts("alice");
        await gateway.ask("admin.channel.create", { channelID: "news" });
        let count = 0;
        const publish = () => gateway.ask("admin.channel.publish", { channelID: "news", clientMsgId: `n${++count}`, type: 0, body: { text: `${count}` } });
        await publish();
        await client.connect();
        const shown = [];
        await new AsyncFunction("client", "channelID", "kept", "show", recipe)(client, "news", undefined, ({ seq }) => shown.push(seq));
        await publish();
        await until(() => shown.length === 1);
        client.disconnect();
        for (let missed = 0; missed < 150; missed++) await publish();
        await client.connect();
        await publish();
        await until(() => shown.length >= count - 1, { show: () => shown.length });
        await publish();
        await until(() => shown.length >= count - 1, { show: () => shown.length });
        assert.deepEqual(shown, Array.from({ length: count - 1 }, (_, index) => index + 2));
    } finally {
        client.disconnect();
        await gateway.stop();
    }
});
