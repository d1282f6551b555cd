/** What a page shows when the gateway could not be asked at once. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { Presence } from "../../src/presence.js";
import { Store } from "../../src/store.js";
import { settled } from "../support/clock.js";
import { Rig } from "../support/rig.js";
import { conversation, message, refusal } from "../support/scripted.js";

const history = { messages: [message("c2c_bob", 1)], cursor: 1, isFinished: true };
const seqsOf = (store) => store.view("c2c_bob").messages.map(({ seq }) => seq);

test("a conversation that is opened right after connect() is read", async () => {
    const rig = new Rig();
    const store = new Store(rig.client);
    rig.gateway.answers["message.history"] = history;
    rig.client.connect();
    await store.open("c2c_bob");
    assert.deepEqual(seqsOf(store), [1]);
});

test("a conversation that is opened without a connection is read when there is one", async () => {
    const rig = new Rig();
    const store = new Store(rig.client);
    rig.gateway.answers["message.history"] = history;
    rig.gateway.isAnswering = false;
    await rig.client.connect();
    const opening = store.open("c2c_bob");
    await rig.clock.advance(600_000);
    rig.gateway.isAnswering = true;
    rig.client.link.wake();
    await rig.clock.advance(70_000);
    await opening;
    assert.deepEqual(seqsOf(store), [1]);
});

test("users who are watched without a connection are watched when there is one", async () => {
    const rig = new Rig();
    rig.gateway.isAnswering = false;
    await rig.client.connect();
    new Presence(rig.client).watch(["bob"]);
    await rig.clock.advance(600_000);
    assert.equal(rig.gateway.asked("subscription.subscribe").length, 0);
    rig.gateway.isAnswering = true;
    rig.client.link.wake();
    await rig.clock.advance(70_000);
    assert.deepEqual(rig.gateway.asked("subscription.subscribe").map(({ data }) => data.userIds), [["bob"]]);
});

test("a conversation that could not be read is read as soon as it has a message, or with the next list", async () => {
    const rig = await new Rig().open();
    const store = new Store(rig.client);
    rig.gateway.answers["message.history"] = () => {
        throw refusal("nim", 404, "noTarget");
    };
    await assert.rejects(store.open("c2c_bob"), { code: 404 });
    rig.gateway.answers["message.history"] = history;
    rig.gateway.socket.event("message.new", message("c2c_bob", 1));
    await settled();
    assert.deepEqual(seqsOf(store), [1]);

    const other = new Store(rig.client);
    rig.client.disconnect();
    await assert.rejects(other.open("c2c_bob"), { name: "stopped" });
    await rig.open();
    rig.gateway.socket.event("conversation.syncFinish", { isComplete: false });
    await settled();
    assert.deepEqual(seqsOf(other), [1]);
});

test("an own message is the last one of its conversation, also if the connection is lost behind the reply", async () => {
    const rig = new Rig();
    const store = new Store(rig.client);
    rig.gateway.answers["conversation.list"] = { conversations: [conversation("c2c_bob", 4)], nextSeq: 0, isFinished: true };
    const place = { msgId: "10005", conversationID: "c2c_bob", seq: 5, time: 7999 };
    rig.gateway.answers["message.send"] = place;
    await rig.open();
    const last = () => store.conversation("c2c_bob").lastMessage;
    await rig.client.send("c2c_bob", "five");
    assert.deepEqual(last(), { msgId: "10005", seq: 5, from: "alice", type: 0, body: { text: "five" }, time: 7999, timestamp: 7 });
    // One that was sent before, and is acknowledged now, is older.
    rig.gateway.answers["message.send"] = { ...place, msgId: "10003", seq: 3 };
    await rig.client.send("c2c_bob", "three");
    assert.equal(last().seq, 5);
    assert.equal(store.conversation("c2c_bob").seq, 5);
});

test("an own message to some members of a group alone is nobody's last one", async () => {
    const rig = new Rig();
    const store = new Store(rig.client);
    rig.gateway.answers["conversation.list"] = { conversations: [conversation("group_1", 4)], nextSeq: 0, isFinished: true };
    rig.gateway.answers["message.send"] = ({ clientMsgId }) => {
        const sent = { msgId: "10005", conversationID: "group_1", seq: 5, time: 7999 };
        return { ...sent, message: { ...sent, clientMsgId, from: "alice", type: 0, body: {}, visibleTo: ["bob"] } };
    };
    await rig.open();
    const { lastMessage } = store.conversation("group_1");
    await rig.client.send("group_1", { body: { text: "five" }, visibleTo: ["bob"] });
    assert.equal(store.conversation("group_1").seq, 4);
    assert.deepEqual(store.conversation("group_1").lastMessage, lastMessage);
});

test("a conversation that is trimmed while older messages are read has no hole", async () => {
    const rig = await new Rig().open();
    const store = new Store(rig.client);
    const page = (cursor) => {
        const seqs = Array.from({ length: 4 }, (_, index) => (cursor || 13) - 1 - index);
        return { messages: seqs.map((seq) => message("c2c_bob", seq)), cursor: seqs.at(-1), isFinished: seqs.at(-1) === 1 };
    };
    rig.gateway.answers["message.history"] = ({ cursor }) => page(cursor);
    await store.open("c2c_bob");
    await store.older("c2c_bob");
    const reading = store.older("c2c_bob");
    store.trim("c2c_bob", 2);
    await reading;
    assert.deepEqual([seqsOf(store), store.view("c2c_bob").isComplete], [[11, 12], false]);
    await store.older("c2c_bob");
    assert.deepEqual(seqsOf(store), [7, 8, 9, 10, 11, 12]);
});

test("a conversation that is trimmed while its first page is read is read", async () => {
    const rig = await new Rig().open();
    const store = new Store(rig.client);
    rig.gateway.answers["message.history"] = (_, socket) => {
        for (const seq of [2, 3, 4]) socket.event("message.new", message("c2c_bob", seq));
        store.trim("c2c_bob", 1);
        return { messages: [2, 1].map((seq) => message("c2c_bob", seq)), cursor: 1, isFinished: true };
    };
    await store.open("c2c_bob");
    assert.deepEqual(seqsOf(store), [1, 2, 3, 4]);
});
