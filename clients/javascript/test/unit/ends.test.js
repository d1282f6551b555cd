/** Messages that are gone: at their end, though nothing is told of it; and deleted on another device. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { Store } from "../../src/store.js";
import { settled } from "../support/clock.js";
import { Rig } from "../support/rig.js";
import { conversation, message } from "../support/scripted.js";

const aMinute = 60_000;
const anHour = 3_600_000;
const seqsOf = (store, id = "c2c_bob") => store.view(id).messages.map(({ seq }) => seq);

/** A store with the conversation c2c_bob open, of which the message 2 ends in `after` by the gateway's clock, which is `ahead`. */
async function opened({ after = aMinute, ahead = 0 } = {}) {
    const rig = new Rig();
    const end = rig.clock.time + ahead + after;
    rig.gateway.login = () => ({ serverTime: rig.clock.time + ahead });
    const messages = [message("c2c_bob", 3), message("c2c_bob", 2, { expireAt: end }), message("c2c_bob", 1)];
    rig.gateway.answers["message.history"] = { messages, cursor: 1, isFinished: true };
    const lastMessage = { ...message("c2c_bob", 2, { expireAt: end, replyTo: { msgId: "10001", seq: 1, from: "bob" } }), timestamp: 1 };
    const conversations = [conversation("c2c_bob", 3, { lastMessage }), conversation("c2c_carol", 1)];
    rig.gateway.answers["conversation.list"] = { conversations, nextSeq: 0, isFinished: true };
    const store = new Store(rig.client);
    await rig.open();
    await store.open("c2c_bob");
    await settled();
    return { rig, store, end };
}

test("a message is hidden at its end, and the last message of the list says nothing more, though nothing is told", async () => {
    const { rig, store, end } = await opened();
    const changes = [];
    store.on("change", (change) => changes.push(change));
    await rig.clock.advance(aMinute - 1);
    assert.deepEqual([seqsOf(store), changes.length], [[1, 2, 3], 0]);
    await rig.clock.advance(1);
    assert.deepEqual(seqsOf(store), [1, 3]);
    assert.ok(changes.some(({ list }) => list) && changes.some(({ conversations }) => conversations.has("c2c_bob")));
    const { lastMessage } = store.conversations.find(({ conversationID }) => conversationID === "c2c_bob");
    assert.deepEqual(lastMessage, {
        msgId: "10002", clientMsgId: "c2", conversationID: "c2c_bob", sessionType: 0, seq: 2, from: "bob", type: 0, body: {}, time: 1002,
        expireAt: end, timestamp: 1, isExpired: true,
    });
    assert.deepEqual(store.conversation("c2c_bob").lastMessage, lastMessage);
    // What the gateway tells then is nothing new.
    rig.gateway.socket.event("message.gone", { conversationID: "c2c_bob", change: 1, msgId: "10002", seq: 2 });
    await settled();
    assert.deepEqual(seqsOf(store), [1, 3]);
});

for (const [how, ahead] of [["an hour behind", anHour], ["an hour ahead", -anHour]]) {
    test(`that is so by the gateway's clock, if the device's is ${how}, also without a connection`, async () => {
        const { rig, store } = await opened({ ahead });
        rig.gateway.isAnswering = false;
        await rig.gateway.socket.drop(1006);
        await rig.clock.advance(aMinute - 1);
        assert.notEqual(rig.client.state.name, "open");
        assert.deepEqual(seqsOf(store), [1, 2, 3]);
        await rig.clock.advance(1);
        assert.deepEqual(seqsOf(store), [1, 3]);
    });
}

test("a page that is loaded after the end shows it not at all, nor does a live message that came late", async () => {
    const { rig, store } = await opened();
    await rig.clock.advance(2 * aMinute);
    const other = new Store(rig.client);
    await other.open("c2c_bob");
    assert.deepEqual(seqsOf(other), [1, 3]);
    rig.gateway.socket.event("message.new", message("c2c_bob", 4, { expireAt: rig.clock.time }));
    await settled();
    assert.deepEqual([seqsOf(store), seqsOf(other)], [[1, 3], [1, 3]]);
});

test("after a sleep through the end it is not drawn once more, whenever the timer comes", async () => {
    const { rig, store } = await opened();
    rig.clock.time += 2 * aMinute;
    assert.deepEqual(seqsOf(store), [1, 3]);
    assert.equal(store.conversation("c2c_bob").lastMessage.isExpired, true);
});

test("ends that are further away than a timer reaches are waited for, and those of new messages", async () => {
    const { rig, store } = await opened({ after: 60 * 24 * anHour });
    rig.gateway.socket.event("message.new", message("c2c_bob", 4, { expireAt: rig.clock.time + 2 * anHour }));
    await settled();
    await rig.clock.advance(2 * anHour);
    assert.deepEqual(seqsOf(store), [1, 2, 3]);
    rig.client.disconnect();
    await rig.clock.advance(60 * 24 * anHour);
    assert.deepEqual(seqsOf(store), [1, 3]);
});

test("a message that a wrong clock has hidden is there again when the gateway has told the time", async () => {
    const { rig, store } = await opened();
    // The device's clock is set an hour ahead, and the gateway's is not.
    rig.clock.time += anHour;
    assert.deepEqual(seqsOf(store), [1, 3]);
    rig.gateway.login = () => ({ serverTime: rig.clock.time - anHour });
    const changes = [];
    store.on("change", ({ conversations }) => changes.push(...conversations));
    await rig.gateway.socket.drop(1006);
    await rig.clock.advance(1000);
    assert.equal(rig.client.state.name, "open");
    assert.ok(changes.includes("c2c_bob"));
    assert.deepEqual(seqsOf(store), [1, 2, 3]);
});

test("a message that was deleted on another device is gone, also from a page that was read before", async () => {
    const { rig, store } = await opened();
    rig.gateway.answers["message.history"] = () => {
        throw new Error("not asked");
    };
    const other = new Store(rig.client);
    rig.gateway.isAnswering = false;
    const opening = other.open("c2c_bob");
    await settled();
    const { id, socket } = rig.gateway.requests.at(-1);
    rig.gateway.socket.event("message.deleted", { conversationID: "c2c_bob", msgIds: ["10001"] }, { stream: "user", seq: 1 });
    await settled();
    assert.deepEqual(seqsOf(store), [2, 3]);
    socket.give({ id, ok: { messages: [message("c2c_bob", 3), message("c2c_bob", 1)], cursor: 1, isFinished: true } });
    await opening;
    assert.deepEqual(seqsOf(other), [3]);
});

test("when the user's stream begins anew, open conversations are read again: what was deleted meanwhile is in it", async () => {
    const { rig, store } = await opened();
    rig.gateway.answers["message.history"] = { messages: [message("c2c_bob", 3)], cursor: 3, isFinished: true };
    rig.gateway.login = () => ({ stream: { seq: 9 }, resume: { user: { verdict: "reset", seq: 9 }, groups: {}, conversations: {}, changes: {} } });
    await rig.gateway.socket.drop(1006);
    await rig.clock.advance(1000);
    assert.deepEqual(seqsOf(store), [3]);
});
