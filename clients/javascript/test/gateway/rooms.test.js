/** A live room against a real gateway: what is missed, what is not drawn, and who may not talk. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";

import { Client } from "../../src/index.js";
import { NodeWebSocket } from "../../src/node.js";
import { Room } from "../../src/rooms.js";
import { Gateway } from "../support/gateway.js";
import { Proxy } from "../support/proxy.js";
import { until } from "../support/until.js";

let gateway;
let count = 0;
before(async () => {
    gateway = await Gateway.start({ rooms: { messagesPerSecond: 5, highPerSecond: 1000, keep: 10 } });
    await gateway.makeAccounts("alice", "bob", "olga");
});
after(() => gateway.stop());

/** So many messages at once. */
const say = (roomID, many, priority) =>
    Promise.allSettled(
        Array.from({ length: many }, () =>
            gateway.ask("admin.room.send", { roomID, clientMsgId: `n${++count}`, type: 0, body: { text: "hello" }, priority }),
        ),
    );

/** A room of Olga's, and a session that may be cut off in it for each user. */
async function meeting(roomID, users, body) {
    const proxy = await Proxy.start(gateway.port);
    await gateway.ask("admin.room.create", { roomID, owner: "olga" });
    const clients = users.map((user) => new Client({ url: proxy.url, user, token: () => gateway.token(user), WebSocket: NodeWebSocket, device: roomID }));
    try {
        const sessions = [];
        for (const client of clients) {
            await client.connect();
            const room = new Room(client, roomID);
            const heard = { seqs: [], missed: 0, shed: 0 };
            room.on("news", ({ messages, missed, shed }) => {
                heard.seqs.push(...messages.map(({ seq }) => seq));
                heard.missed += missed;
                heard.shed += shed;
            });
            await room.enter();
            sessions.push({ client, room, heard });
        }
        await body(...sessions, proxy);
    } finally {
        for (const client of clients) client.disconnect();
        await proxy.stop();
    }
}

test("L-10, L-07: what one says all hear in the order of the numbers, and see how many are there", () =>
    meeting("talk", ["alice", "bob"], async (alice, bob) => {
        const sent = await Promise.all([alice.room.send("one"), alice.room.send({ body: { text: "two" }, priority: "low" })]);
        assert.deepEqual(sent.map(({ seq }) => seq), [1, 2]);
        for (const { heard } of [alice, bob]) await until(() => heard.seqs.join() === "1,2", { show: () => heard });
        assert.deepEqual(bob.room.messages.map(({ body }) => body.text), ["one", "two"]);
        assert.equal(bob.room.participants, 2);
        await bob.room.leave();
        const { participants } = await alice.client.room.participants({ roomID: "talk" });
        assert.deepEqual([participants.map(({ userID }) => userID), bob.room.state], [["alice"], { name: "out" }]);
    }));

for (const [verdict, missed] of [["recovered", 0], ["gap", 15]]) {
    test(`L-06: ${verdict} after ${missed + 10} messages in an absence`, () =>
        meeting(verdict, ["alice"], async ({ client, room, heard }, proxy) => {
            await say(verdict, 1, "high");
            await until(() => heard.seqs.length === 1);
            proxy.isRefusing = true;
            proxy.cut();
            await until(() => room.state.name === "entering");
            await say(verdict, missed + 10, "high");
            proxy.isRefusing = false;
            client.link.wake();
            await until(() => room.state.name === "in");
            assert.equal(room.state.verdict, verdict);
            await say(verdict, 1, "high");
            const last = missed + 12;
            await until(() => heard.seqs.at(-1) === last);
            const told = Array.from({ length: 11 }, (_, index) => missed + 2 + index);
            assert.deepEqual(heard, { seqs: [1, ...told], missed, shed: 0 });
        }));
}

test("L-14: of what is not drawn the sender hears by an error, and the others by a number", () =>
    meeting("shed", ["alice"], async ({ heard }) => {
        const said = await say("shed", 40, "normal");
        const refused = said.filter(({ reason }) => reason);
        assert.ok(refused.length > 0 && refused.every(({ reason }) => reason.system === "gw" && reason.code === 1024));
        await until(() => heard.seqs.length + heard.shed === 40, { show: () => heard });
        assert.equal(heard.shed, refused.length);
    }));

test("L-18, L-33: what comes too soon is refused once, and other requests do not wait for it", () =>
    meeting("slow", ["alice", "olga"], async (alice, olga) => {
        await olga.client.room.modify({ roomID: "slow", slowSeconds: 600 });
        await until(() => alice.room.slowSeconds === 600);
        const { time } = await alice.room.send("first");
        assert.equal(alice.room.slowUntil, time + 600_000);
        const before = Date.now();
        await assert.rejects(alice.room.send("second"), { system: "gw", code: 1003 });
        await alice.client.request("profile.getSelf");
        assert.ok(Date.now() - before < 10_000, `${Date.now() - before} ms`);
        await olga.room.send("the owner does not wait");
    }));

test("L-19, L-20: who is muted knows until when, and who is kicked or banned is out", () =>
    meeting("order", ["alice", "olga"], async (alice, olga) => {
        await alice.room.send("bad");
        await olga.client.room.mute({ roomID: "order", userID: "alice", seconds: 600 });
        await assert.rejects(alice.room.send("still here"), { system: "em", code: 215 });
        await until(() => alice.room.mutedUntil > alice.client.serverTime + 500_000, { show: () => alice.room.mutedUntil });
        await olga.client.room.kick({ roomID: "order", userID: "alice", clear: true });
        await until(() => alice.room.state.name === "out");
        assert.equal(alice.room.state.reason, "kicked");
        await until(() => olga.room.messages.length === 0, { show: () => olga.room.messages });
        await alice.room.enter();
        await olga.client.room.ban({ roomID: "order", userID: "alice", seconds: -1 });
        await until(() => alice.room.state.reason === "banned");
        await assert.rejects(alice.room.enter(), { system: "gw", code: 1025 });
    }));

test("docs/rooms.md: the snippet runs", async () => {
    const [, snippet] = readFileSync(new URL("../../../../docs/rooms.md", import.meta.url), "utf8").match(/```js\nimport.*?\n\n(.*?)```/s);
    const client = new Client({ url: gateway.url, user: "alice", token: () => gateway.token("alice"), WebSocket: NodeWebSocket, device: "guide" });
    await gateway.ask("admin.room.create", { roomID: "live/7" });
    const shown = [];
    try {
        await client.connect();
        const run = Object.getPrototypeOf(async () => {}).constructor;
        await new run("Room", "client", "hide", "show", "showCount", snippet)(Room, client, () => {}, (...line) => shown.push(line), () => {});
        await until(() => shown.length === 1);
        assert.deepEqual(shown, [["alice", "hi"]]);
    } finally {
        client.disconnect();
    }
});
