/** Channels against a real gateway: each message once and in order, whatever the verdict. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Client } from "../../src/index.js";
import { NodeWebSocket } from "../../src/node.js";
import { Gateway } from "../support/gateway.js";
import { Proxy } from "../support/proxy.js";
import { until } from "../support/until.js";

let gateway;
let count = 0;
before(async () => {
    gateway = await Gateway.start({ streams: { resumeMessages: 20 }, channels: { messagesPerSecond: 1000 } });
    await gateway.makeAccounts("alice");
});
after(() => gateway.stop());

const publish = (channelID) => gateway.ask("admin.channel.publish", { channelID, clientMsgId: `n${++count}`, type: 0, body: { text: "hello" } });

/** A client that follows a channel of its own, and may be cut off. */
async function following(channelID, body) {
    const proxy = await Proxy.start(gateway.port);
    await gateway.ask("admin.channel.create", { channelID });
    await publish(channelID);
    const client = new Client({ url: proxy.url, user: "alice", token: () => gateway.token("alice"), WebSocket: NodeWebSocket, device: channelID });
    const heard = [];
    client.on("channel.message", (message) => message.channelID === channelID && heard.push(message.seq));
    try {
        await client.connect();
        await client.request("channel.subscribe", { channelID });
        await body({ client, proxy, heard });
    } finally {
        client.disconnect();
        await proxy.stop();
    }
}

/** So many messages are published while there is no connection, and one when it is back. */
async function miss(channelID, { client, proxy }, missed) {
    proxy.isRefusing = true;
    proxy.cut();
    await until(() => client.state.name !== "open");
    for (let index = 0; index < missed; index++) await publish(channelID);
    proxy.isRefusing = false;
    client.link.wake();
    await until(() => client.state.name === "open");
    await publish(channelID);
}

for (const [kind, missed] of [["recovered", 5], ["gap", 150]]) {
    test(`${kind}: ${missed} missed messages come once and in order`, () =>
        following(kind, async (tab) => {
            const { client, heard } = tab;
            await publish(kind);
            await until(() => heard.length === 1);
            await miss(kind, tab, missed);
            await until(() => heard.length === missed + 2, { show: () => heard.length });
            assert.deepEqual(heard, Array.from({ length: missed + 2 }, (_, index) => index + 2));
            assert.deepEqual(client.positions.channels[kind], missed + 3);
        }));
}

test("messages between following and the first one heard are not missed", () =>
    following("first", async (tab) => {
        await miss("first", tab, 3);
        await until(() => tab.heard.length === 4, { show: () => tab.heard });
        assert.deepEqual(tab.heard, [2, 3, 4, 5]);
    }));

test("a channel that is destroyed while a client is away is gone", () =>
    following("gone", async ({ client, proxy }) => {
        const gone = new Promise((resolve) => client.on("sync.reset", resolve));
        proxy.isRefusing = true;
        proxy.cut();
        await until(() => client.state.name !== "open");
        await gateway.ask("admin.channel.destroy", { channelID: "gone" });
        proxy.isRefusing = false;
        client.link.wake();
        assert.deepEqual(await gone, { stream: "channel_gone", isGone: true, why: "unknown" });
        assert.equal(client.positions.channels?.gone, undefined);
    }));
