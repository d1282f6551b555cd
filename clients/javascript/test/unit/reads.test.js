/** Where new messages begin, and who has read the user's own. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { Reads } from "../../src/reads.js";
import { Store } from "../../src/store.js";
import { settled } from "../support/clock.js";
import { Rig } from "../support/rig.js";
import { conversation, message, refusal } from "../support/scripted.js";

/** A client whose list has these conversations. */
async function openReads({ conversations = [], withStore = false } = {}) {
    const rig = new Rig();
    rig.gateway.answers["conversation.list"] = { conversations, nextSeq: 0, isFinished: true };
    const reads = new Reads(rig.client, withStore ? new Store(rig.client) : undefined);
    const changed = [];
    reads.on("change", (change) => changed.push([...change.conversations].join()));
    await rig.open();
    changed.length = 0;
    return { rig, reads, changed };
}

const own = (conversationID, seq, more = {}) => message(conversationID, seq, { from: "alice", ...more });
const ofGroup = (seq, more = {}) => own("group_1", seq, { sessionType: 1, teamReceipt: true, ...more });
const counts = (msgId, readCount, unreadCount) => ({ msgId, readCount, unreadCount });
const readByOne = ({ msgIds }) => ({ receipts: msgIds.map((msgId) => counts(msgId, 1, 2)) });

test("the divider stays while the user reads, and goes when the conversation is opened anew", async () => {
    const unread = conversation("c2c_bob", 7, { unreadCount: 2, readSeq: 5 });
    const { rig, reads, changed } = await openReads({ conversations: [unread] });
    assert.equal(reads.divider("c2c_bob"), undefined);
    reads.open("c2c_bob");
    assert.equal(reads.divider("c2c_bob"), 5);
    await settled();
    assert.deepEqual(changed, ["c2c_bob"]);
    const isRead = { ...unread, seq: 8, unreadCount: 0, readSeq: 8 };
    rig.gateway.socket.event("conversation.changed", { conversations: [isRead] });
    assert.equal(reads.divider("c2c_bob"), 5);
    reads.open("c2c_bob");
    assert.equal(reads.divider("c2c_bob"), undefined);
    rig.gateway.socket.event("conversation.changed", { conversations: [{ ...isRead, seq: 9, unreadCount: 1 }] });
    assert.equal(reads.divider("c2c_bob"), undefined);
    reads.open("c2c_bob");
    assert.equal(reads.divider("c2c_bob"), 8);
    reads.leave("c2c_bob");
    assert.equal(reads.divider("c2c_bob"), undefined);
});

test("a conversation that is marked as unread, and one that is deleted, has no divider", async () => {
    const marked = conversation("c2c_bob", 7, { unreadCount: 0, readSeq: 7, isMarkedUnread: true });
    const unread = conversation("c2c_carol", 7, { unreadCount: 2, readSeq: 5 });
    const { rig, reads } = await openReads({ conversations: [marked, unread] });
    reads.open("c2c_bob");
    reads.open("c2c_carol");
    assert.deepEqual([reads.divider("c2c_bob"), reads.divider("c2c_carol")], [undefined, 5]);
    rig.gateway.socket.event("conversation.deleted", { conversationIDs: ["c2c_carol"] }, { stream: "user", seq: 1 });
    assert.equal(reads.divider("c2c_carol"), undefined);
});

test("a conversation that is not known is read before it is marked as read", async () => {
    const { rig } = await openReads({ conversations: [conversation("c2c_bob", 7, { unreadCount: 2, readSeq: 5 })] });
    const late = new Reads(rig.client);
    const answer = conversation("c2c_bob", 7, { unreadCount: 2, readSeq: 5, peerReadTime: 1003 });
    rig.gateway.answers["conversation.get"] = { conversation: answer };
    const opening = late.open("c2c_bob");
    rig.client.markRead("c2c_bob");
    await opening;
    assert.deepEqual([late.divider("c2c_bob"), late.state(own("c2c_bob", 3))], [5, "read"]);
    const ops = rig.gateway.requests.map(({ op }) => op);
    assert.ok(ops.indexOf("conversation.get") < ops.indexOf("conversation.markRead"), `${ops}`);
    rig.gateway.answers["conversation.get"] = () => {
        throw refusal("tim", 6017, "conversationParameters");
    };
    await late.open("c2c_carol");
    assert.equal(late.divider("c2c_carol"), undefined);
    rig.gateway.answers["conversation.get"] = () => {
        throw refusal("gw", 1001, "badRequest");
    };
    await assert.rejects(late.open("c2c_dan"), { code: 1001 });
});

test("a conversation that is left while it is being read has no divider", async () => {
    const { rig, reads } = await openReads();
    const unread = conversation("c2c_bob", 7, { unreadCount: 2, readSeq: 5 });
    rig.gateway.answers["conversation.get"] = { conversation: unread };
    const opening = reads.open("c2c_bob");
    reads.leave("c2c_bob");
    await opening;
    assert.equal(reads.divider("c2c_bob"), undefined);
});

test("an own message between two is sent, and then read", async () => {
    const listed = conversation("c2c_bob", 3, { peerReadTime: 1002 });
    const { rig, reads, changed } = await openReads({ conversations: [listed] });
    const states = () => [1, 2, 3].map((seq) => reads.state(own("c2c_bob", seq)));
    assert.deepEqual([states(), reads.state(message("c2c_bob", 1))], [["read", "read", "sent"], undefined]);
    const tell = (timestamp, seq) => {
        rig.gateway.socket.event("receipt.new", { conversationID: "c2c_bob", timestamp }, { stream: "user", seq });
    };
    tell(1003, 1);
    tell(1001, 2);
    await settled();
    assert.deepEqual([states(), changed], [["read", "read", "read"], ["c2c_bob"]]);
    // A list that was read before the receipt does not take it back.
    rig.gateway.socket.event("conversation.changed", { conversations: [listed] });
    assert.deepEqual(states(), ["read", "read", "read"]);
});

test("what the store knows need not be read, and a receipt is told beside the store", async () => {
    const listed = conversation("c2c_bob", 3, { unreadCount: 1, readSeq: 2, peerReadTime: 1002 });
    const { rig } = await openReads({ conversations: [listed] });
    const store = new Store(rig.client);
    rig.gateway.socket.event("conversation.changed", { conversations: [listed] });
    const reads = new Reads(rig.client, store);
    const changed = [];
    reads.on("change", ({ conversations }) => changed.push(...conversations));
    assert.equal(reads.state(own("c2c_bob", 2)), "read");
    rig.gateway.socket.event("receipt.new", { conversationID: "c2c_bob", timestamp: 1003 }, { stream: "user", seq: 1 });
    await settled();
    assert.deepEqual([reads.state(own("c2c_bob", 3)), changed], ["read", ["c2c_bob"]]);
    reads.open("c2c_bob");
    assert.deepEqual([reads.divider("c2c_bob"), rig.gateway.asked("conversation.get")], [2, []]);
});

test("own messages of a group that ask for receipts are counted once, 50 at a time", async () => {
    const { rig, reads, changed } = await openReads();
    rig.gateway.answers["groupReceipt.counts"] = readByOne;
    const messages = Array.from({ length: 60 }, (_, index) => ofGroup(index + 1));
    const others = [ofGroup(61, { from: "bob" }), ofGroup(62, { teamReceipt: undefined }), own("c2c_bob", 1)];
    reads.look(messages);
    reads.look([...messages, ...others]);
    await rig.clock.advance(100);
    reads.look(messages);
    await rig.clock.advance(100);
    assert.deepEqual(rig.gateway.asked("groupReceipt.counts").map(({ data }) => data.msgIds.length), [50, 10]);
    assert.deepEqual(reads.receipts(messages[0]), { readCount: 1, unreadCount: 2 });
    assert.deepEqual([reads.receipts(others[0]), reads.receipts(others[1])], [undefined, undefined]);
    assert.deepEqual([messages[0], ...others].map((one) => reads.state(one)), ["sent", undefined, "sent", "sent"]);
    assert.deepEqual(new Set(changed), new Set(["group_1"]));
});

test("receipts of a group are right by events, also if an older answer comes behind", async () => {
    const { rig, reads, changed } = await openReads();
    const first = ofGroup(1);
    const { msgId } = first;
    rig.gateway.answers["groupReceipt.counts"] = (_, socket) => {
        rig.gateway.answers["groupReceipt.counts"] = { receipts: [counts(msgId, 2, 1)] };
        const receipts = [counts(msgId, 2, 1), counts("unknown", 1, 1)];
        socket.event("groupReceipt.changed", { groupID: "1", receipts });
        return { receipts: [counts(msgId, 1, 2)] };
    };
    reads.look([first]);
    await rig.clock.advance(100);
    assert.deepEqual([reads.receipts(first), changed], [{ readCount: 2, unreadCount: 1 }, ["group_1"]]);
    rig.gateway.socket.event("groupReceipt.changed", { groupID: "1", receipts: [counts(msgId, 3, 0)] });
    assert.equal(reads.state(first), "read");
});

test("receipts are counted again after a lost connection, and when a member leaves", async () => {
    const { rig, reads } = await openReads();
    const first = ofGroup(1);
    let answer = counts(first.msgId, 1, 2);
    rig.gateway.answers["groupReceipt.counts"] = () => ({ receipts: [answer] });
    reads.look([first]);
    await rig.clock.advance(100);
    answer = counts(first.msgId, 2, 1);
    await rig.gateway.socket.drop(1006);
    assert.equal(reads.receipts(first).readCount, 1);
    await rig.clock.advance(1500);
    assert.equal(reads.receipts(first).readCount, 2);
    answer = counts(first.msgId, 2, 0);
    rig.gateway.socket.event("group.userDidLeave", { groupID: "1", user: "dan" }, { stream: "group_1", seq: 1 });
    await rig.clock.advance(100);
    assert.equal(reads.state(first), "read");
    rig.gateway.socket.event("group.didLeave", { groupID: "1", reason: 0 }, { stream: "user", seq: 1 });
    assert.equal(reads.receipts(first), undefined);
});

test("a gateway without receipts is not asked for each redrawing", async () => {
    const { rig, reads } = await openReads();
    rig.gateway.answers["groupReceipt.counts"] = () => {
        throw refusal("nim", 18, "receiptsOff");
    };
    const failed = [];
    reads.on("failed", ({ name }) => failed.push(name));
    for (let round = 0; round < 20; round++) {
        reads.look([ofGroup(1)]);
        await rig.clock.advance(1000);
    }
    assert.deepEqual([failed, reads.state(ofGroup(1))], [["receiptsOff"], "sent"]);
});

test("of very many groups those that were looked at last are kept", async () => {
    const { rig, reads } = await openReads();
    rig.gateway.answers["groupReceipt.counts"] = readByOne;
    const messages = Array.from({ length: 25 }, (_, index) => ({ ...ofGroup(1), conversationID: `group_${index}` }));
    for (const one of messages) {
        reads.look([one]);
        await rig.clock.advance(100);
    }
    assert.deepEqual([4, 5, 24].map((index) => reads.receipts(messages[index])?.readCount), [undefined, 1, 1]);
});

test("after close() it hears and asks nothing", async () => {
    const unread = conversation("c2c_bob", 3, { unreadCount: 1 });
    const { rig, reads, changed } = await openReads({ conversations: [unread] });
    reads.open("c2c_bob");
    reads.look([ofGroup(1)]);
    await settled();
    changed.length = 0;
    reads.close();
    rig.gateway.socket.event("receipt.new", { conversationID: "c2c_bob", timestamp: 9999 }, { stream: "user", seq: 1 });
    await rig.clock.advance(100);
    assert.deepEqual([reads.divider("c2c_bob"), changed], [undefined, []]);
    assert.deepEqual(rig.gateway.asked("groupReceipt.counts"), []);
});
