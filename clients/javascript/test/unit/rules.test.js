/** Rules that all clients keep, by what an application and a gateway see of them. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { MemoryStorage } from "../../src/index.js";
import { settled } from "../support/clock.js";
import { Recorder } from "../support/recorder.js";
import { Rig } from "../support/rig.js";
import { conversation, message, refusal } from "../support/scripted.js";

const list = (...conversations) => ({ conversations, nextSeq: 0, isFinished: true });
const page = (...messages) => ({ messages, cursor: 0, isFinished: true });
const recovered = (more) => ({
    resume: { user: { verdict: "recovered", seq: 0, events: [] }, groups: {}, conversations: {}, changes: {}, ...more },
});
const changed = (change, seq, more) => ({ conversationID: "c2c_bob", change, message: message("c2c_bob", seq, { change, ...more }) });
const recalled = (change, seq) => changed(change, seq, { body: {}, recalled: { by: "bob", time: 9 } });
/** A change as pages and verdicts have it. */
const listedChange = (change, seq) => ({ ...recalled(change, seq), msgId: `1000${seq}`, seq });
const toldChanges = (rig) => rig.of("message.changed").map(({ change, message }) => [change, message.seq]);

/** A client whose list shows bob's messages up to 3 and changes up to 2. */
async function withBob(t, name) {
    const rig = new Rig({ trace: new Recorder(t, name) });
    rig.gateway.answers["conversation.list"] = list(conversation("c2c_bob", 3, { change: 2 }));
    await rig.open();
    return rig;
}

async function comeBack(rig, login) {
    rig.gateway.login = () => login;
    await rig.gateway.socket.drop(1006);
    await rig.clock.advance(1500);
}

test("trap 1: an own message that a resume brings before its reply is told once", async (t) => {
    const rig = await new Rig({ trace: new Recorder(t, "trap-1-resume-before-reply") }).open();
    rig.gateway.isAnswering = false;
    const sent = rig.client.send("c2c_bob", "hello");
    await settled();
    const { clientMsgId } = rig.gateway.asked("message.send")[0].data;
    rig.gateway.isAnswering = true;
    const own = message("c2c_bob", 1, { clientMsgId, from: "alice", body: { text: "hello" } });
    await comeBack(rig, recovered({ conversations: { c2c_bob: { verdict: "recovered", seq: 1, messages: [own] } } }));
    assert.equal((await sent).seq, 1);
    assert.deepEqual([rig.texts, rig.of("message.sent")], [["hello"], []]);
});

test("what an earlier run has left goes before what is new, also if the clock was set back and all of it waits", async (t) => {
    const storage = new MemoryStorage();
    const trace = new Recorder(t, "outbox-restart-offline");
    const first = new Rig({ trace, storage });
    first.gateway.isAnswering = false;
    for (const text of ["one", "two"]) first.client.send("c2c_bob", text).catch(() => {});
    await settled();
    const rig = new Rig({ trace, storage, time: first.clock.time - 86_400_000 });
    rig.gateway.isAnswering = false;
    rig.client.connect();
    await settled();
    rig.client.send("c2c_bob", "three");
    await settled();
    rig.gateway.isAnswering = true;
    await rig.gateway.socket.drop(1006);
    await rig.clock.advance(1000);
    assert.deepEqual(rig.gateway.asked("message.send").map(({ data }) => data.body.text), ["one", "two", "three"]);
});

test("trap 2: a new list of conversations leaves what waits alone", async (t) => {
    const rig = await new Rig({ trace: new Recorder(t, "trap-2-list-and-unsent") }).open();
    rig.gateway.isAnswering = false;
    const sent = rig.client.send("c2c_bob", "unsent");
    await settled();
    rig.gateway.isAnswering = true;
    rig.gateway.socket.event("conversation.syncFinish", { isComplete: false });
    await settled();
    await comeBack(rig, recovered());
    assert.equal((await sent).body.text, "unsent");
    const [first, again] = rig.gateway.asked("message.send");
    assert.equal(again.data.clientMsgId, first.data.clientMsgId);
});

test("trap 3: what events say while the list is read is not undone by it", async (t) => {
    const rig = new Rig({ trace: new Recorder(t, "trap-3-list") });
    rig.gateway.answers["conversation.list"] = (_, socket) => {
        socket.event("conversation.changed", { conversations: [conversation("c2c_bob", 2, { unreadCount: 2 })] });
        socket.event("conversation.deleted", { conversationIDs: ["c2c_carol"] }, { stream: "user", seq: 1 });
        return list(conversation("c2c_bob", 1, { unreadCount: 1 }), conversation("c2c_carol", 1));
    };
    await rig.open();
    const [{ conversations }] = rig.of("sync.list");
    assert.deepEqual(conversations.map((one) => [one.conversationID, one.unreadCount]), [["c2c_bob", 2]]);
});

test("trap 3: a change that overtakes the page that was read before it is in the page", async (t) => {
    const rig = await withBob(t, "trap-3-page");
    rig.gateway.answers["message.history"] = (_, socket) => {
        socket.event("message.changed", recalled(3, 1));
        socket.event("message.gone", { conversationID: "c2c_bob", change: 4, msgId: "10002", seq: 2 });
        return { ...page(message("c2c_bob", 2), message("c2c_bob", 1)), change: 2 };
    };
    const { messages } = await rig.client.history("c2c_bob", { cursor: 0, limit: 50 });
    assert.deepEqual(messages.map(({ seq, recalled }) => [seq, recalled?.by]), [[1, "bob"]]);
});

test("trap 3: a page that is older than the list gets the changes that it lacks", async (t) => {
    const rig = await withBob(t, "trap-3-old-page");
    rig.gateway.answers["message.history"] = { ...page(message("c2c_bob", 3), message("c2c_bob", 2)), change: 1 };
    rig.gateway.answers["message.changes"] = { changes: [listedChange(2, 2)], change: 2, isFinished: true };
    const { messages } = await rig.client.history("c2c_bob", { cursor: 0, limit: 50 });
    assert.deepEqual(messages.map(({ seq, recalled }) => [seq, recalled?.by]), [[3, undefined], [2, "bob"]]);
    assert.deepEqual(toldChanges(rig), []);
});

test("trap 3: a message that was recalled before it was told is told as it is now", async (t) => {
    const rig = await withBob(t, "trap-3-own-recalled");
    rig.gateway.isAnswering = false;
    const sent = rig.client.send("c2c_bob", "mine");
    await settled();
    const [request] = rig.gateway.asked("message.send");
    const { clientMsgId } = request.data;
    const gone = { msgId: "77", clientMsgId, from: "alice", body: {}, recalled: { by: "alice", time: 9 } };
    rig.gateway.socket.event("message.changed", changed(3, 4, gone));
    rig.gateway.socket.give({ id: request.id, ok: { msgId: "77", conversationID: "c2c_bob", seq: 4, time: 1 } });
    await sent;
    assert.deepEqual(rig.of("message.sent").map(({ seq, recalled }) => [seq, recalled.by]), [[4, "alice"]]);
});

test("trap 4: others' reactions do not take one's own away, neither live nor in a page", async (t) => {
    const rig = await withBob(t, "trap-4-mine");
    const [own, both, cheer] = [["alice"], ["alice", "bob"], ["bob"]].map((users) => ({ reaction: "👍", count: users.length, users }));
    rig.gateway.socket.event("message.changed", changed(3, 2, { reactions: [{ ...own, mine: true }] }));
    rig.gateway.socket.event("message.changed", changed(4, 2, { reactions: [both] }));
    rig.gateway.answers["message.history"] = { ...page(message("c2c_bob", 2, { change: 4, reactions: [both] })), change: 4 };
    const shown = await rig.client.history("c2c_bob", { cursor: 0, limit: 50 });
    rig.gateway.socket.event("message.changed", changed(5, 2, { reactions: [{ ...cheer, mine: false }] }));
    assert.deepEqual(rig.of("message.changed").map(({ message }) => message.reactions[0].mine), [true, true, false]);
    assert.equal(shown.messages[0].reactions[0].mine, true);
});

test("a live change is told once", async (t) => {
    const rig = await withBob(t, "changes-live");
    for (const one of [recalled(3, 2), recalled(3, 2), recalled(2, 1)]) rig.gateway.socket.event("message.changed", one);
    assert.deepEqual(toldChanges(rig), [[3, 2]]);
});

test("changes, recovered: those that were missed are told once and in order, also of messages that are gone", async (t) => {
    const rig = await withBob(t, "changes-recovered");
    const changes = [listedChange(2, 3), listedChange(4, 1), { change: 5, msgId: "10002", seq: 2 }];
    await comeBack(rig, recovered({ changes: { c2c_bob: { verdict: "recovered", seq: 6, changes } } }));
    assert.deepEqual(toldChanges(rig), [[4, 1]]);
    assert.deepEqual(rig.of("message.gone").map(({ change }) => change), [5]);
    await comeBack(rig, recovered());
    assert.deepEqual(rig.gateway.socket.open.resume.changes, { c2c_bob: 6 });
});

test("changes, gap: they are fetched, and live ones wait behind them", async (t) => {
    const rig = await withBob(t, "changes-gap");
    rig.gateway.answers["message.changes"] = ({ after }, socket) => {
        if (after === 2) socket.event("message.changed", recalled(6, 3));
        const next = after + 1;
        return { changes: [listedChange(next, next - 2)], change: next, isFinished: next === 4 };
    };
    await comeBack(rig, recovered({ changes: { c2c_bob: { verdict: "gap", seq: 4, from: 3, to: 4 } } }));
    assert.deepEqual(toldChanges(rig), [[3, 1], [4, 2], [6, 3]]);
});

test("changes, reset: the application is told, and later ones are told", async (t) => {
    const rig = await withBob(t, "changes-reset");
    await comeBack(rig, recovered({ changes: { c2c_bob: { verdict: "reset", seq: 9, from: 9 } } }));
    for (const change of [9, 10]) rig.gateway.socket.event("message.changed", recalled(change, 3));
    assert.deepEqual(rig.of("sync.reset"), [{ stream: "c2c_bob", isGone: false }]);
    assert.deepEqual(toldChanges(rig), [[10, 3]]);
});

test("changes whose place is no longer known are a reset", async (t) => {
    const rig = await withBob(t, "changes-unknown");
    rig.gateway.answers["message.changes"] = () => {
        throw refusal("gw", 1005, "resyncRequired");
    };
    await comeBack(rig, recovered({ changes: { c2c_bob: { verdict: "gap", seq: 8, from: 3, to: 8 } } }));
    assert.deepEqual(rig.of("sync.reset"), [{ stream: "c2c_bob", isGone: false }]);
});

test("the list shows what is missing: messages and changes are fetched", async (t) => {
    const rig = await withBob(t, "list-shows-holes");
    rig.gateway.answers["conversation.list"] = list(conversation("c2c_bob", 5, { change: 3 }));
    rig.gateway.answers["message.history"] = page(message("c2c_bob", 4), message("c2c_bob", 5));
    rig.gateway.answers["message.changes"] = { changes: [listedChange(3, 1)], change: 3, isFinished: true };
    rig.gateway.socket.event("conversation.syncFinish", { isComplete: false });
    await settled();
    assert.deepEqual([rig.texts, toldChanges(rig)], [["4", "5"], [[3, 1]]]);
});

test("recovered: the position is the verdict's, also if the last messages are kept no longer", async (t) => {
    const rig = await withBob(t, "recovered-position");
    await comeBack(rig, recovered({ conversations: { c2c_bob: { verdict: "recovered", seq: 6, messages: [message("c2c_bob", 4)] } } }));
    await comeBack(rig, recovered());
    assert.deepEqual([rig.texts, rig.gateway.socket.open.resume.conversations], [["4"], { c2c_bob: 6 }]);
});

test("reset of a conversation: the application is told, and what comes behind it is told", async (t) => {
    const rig = await withBob(t, "reset-conversation");
    await comeBack(rig, recovered({ conversations: { c2c_bob: { verdict: "reset", seq: 8, from: 8 } } }));
    for (const seq of [8, 9]) rig.gateway.socket.event("message.new", message("c2c_bob", seq));
    assert.deepEqual([rig.of("sync.reset"), rig.texts], [[{ stream: "c2c_bob", isGone: false }], ["9"]]);
});

test("events of streams are told once: those of the user and those of groups", async (t) => {
    const rig = new Rig({ trace: new Recorder(t, "streams-once") });
    rig.gateway.login = () => ({ groups: { 1: 5 } });
    await rig.open();
    for (const seq of [1, 1, 2]) rig.gateway.socket.event("friend.changed", { type: seq }, { stream: "user", seq });
    for (const seq of [5, 6, 6]) rig.gateway.socket.event("group.announcementDidUpdate", { groupID: "1", seq }, { stream: "group_1", seq });
    assert.deepEqual(rig.of("friend.changed").map(({ type }) => type), [1, 2]);
    assert.deepEqual(rig.of("group.announcementDidUpdate").map(({ seq }) => seq), [6]);
});

test("a user's stream that is kept no longer is a reset, and the list is read", async (t) => {
    const rig = await withBob(t, "gap-user-unknown");
    rig.gateway.answers["stream.events"] = () => {
        throw refusal("gw", 1005, "resyncRequired");
    };
    await comeBack(rig, recovered({ user: { verdict: "gap", seq: 9, from: 1, to: 9 } }));
    assert.deepEqual(rig.of("sync.reset"), [{ stream: "user", isGone: false }]);
    assert.equal(rig.of("sync.list").length, 2);
});

test("a lean session: what follows from a message is told with it", async (t) => {
    const rig = await withBob(t, "lean");
    rig.gateway.socket.event("message.new", message("c2c_bob", 4, { unreadCount: 1, totalUnread: 1 }));
    rig.gateway.answers["message.send"] = { msgId: "77", conversationID: "c2c_bob", seq: 5, time: 2000 };
    await rig.client.send("c2c_bob", "mine");
    rig.gateway.socket.event("message.new", message("c2c_new", 1, { unreadCount: 1, totalUnread: 2 }));
    const [first, own] = rig.of("conversation.changed").map(({ conversations }) => conversations[0]);
    assert.deepEqual([first.seq, first.unreadCount, first.lastMessage.body.text], [4, 1, "4"]);
    assert.deepEqual([own.seq, own.unreadCount, own.lastMessage.body.text], [5, 1, "mine"]);
    assert.deepEqual(rig.of("conversation.totalUnreadChanged"), [{ total: 1 }, { total: 2 }]);
    assert.ok(rig.of("message.new").every((one) => !("unreadCount" in one)));
});

test("a lean session: the counts of a resume take the place of conversations, and what brings nothing is left out", async (t) => {
    const rig = await withBob(t, "lean-resume");
    const one = { verdict: "recovered", seq: 5, messages: [message("c2c_bob", 4), message("c2c_bob", 5)], unreadCount: 2 };
    await comeBack(rig, recovered({ conversations: { c2c_bob: one } }));
    const [changed] = rig.of("conversation.changed").map(({ conversations }) => conversations[0]);
    assert.deepEqual([changed.seq, changed.unreadCount, changed.lastMessage.body.text, changed.change], [5, 2, "5", 2]);
    await comeBack(rig, recovered());
    assert.equal(rig.client.positions.conversations.c2c_bob, 5);
    assert.deepEqual([rig.texts, rig.of("conversation.changed").length, rig.of("sync.list").length], [["4", "5"], 1, 1]);
});

test("a silence is probed, and without an answer the connection is dead 5 s later", async (t) => {
    const rig = await new Rig({ trace: new Recorder(t, "liveness-silence") }).open();
    rig.gateway.isAnswering = false;
    await rig.clock.advance(24_000);
    rig.gateway.socket.event("conversation.totalUnreadChanged", { total: 1 });
    await rig.clock.advance(24_000);
    assert.equal(rig.gateway.asked("session.list").length, 0);
    await rig.clock.advance(5000);
    assert.deepEqual([rig.client.state.name, rig.gateway.asked("session.list").length], ["open", 1]);
    await rig.clock.advance(1500);
    assert.deepEqual(rig.states.slice(-2), ["waiting", "connecting"]);
});

test("an application that never answers for a token is asked again", async (t) => {
    let isStuck = true;
    const rig = new Rig({ trace: new Recorder(t, "token-hangs"), token: () => (isStuck ? new Promise(() => {}) : "token") });
    rig.client.connect();
    await rig.clock.advance(30_000);
    assert.equal(rig.client.state.name, "waiting");
    isStuck = false;
    await rig.clock.advance(1000);
    assert.equal(rig.client.state.name, "open");
});

test("after each close code the client comes back as the code wants it", async (t) => {
    const rig = await new Rig({ trace: new Recorder(t, "close-codes") }).open();
    for (const code of [1001, 4000, 4099, 4400, 4199, 4202]) {
        await rig.clock.advance(6000);
        await rig.gateway.socket.drop(code);
        await rig.clock.advance(5000);
        assert.equal(rig.client.state.name, "open", `${code}`);
    }
    assert.deepEqual(rig.tokens.map(({ refused }) => refused), [false, false, false, false, false, false, true]);
    await rig.gateway.socket.drop(1008);
    await rig.clock.advance(120_000);
    assert.deepEqual([rig.client.state.name, rig.gateway.sockets.length], ["ended", 7]);
});

test("a message of which the history does not tell fails as maybeSent", async (t) => {
    const rig = await new Rig({ trace: new Recorder(t, "maybe-sent-no-end") }).open();
    rig.gateway.isAnswering = false;
    const failed = assert.rejects(rig.client.send("c2c_bob", "old"), { system: "client", name: "maybeSent" });
    await settled();
    await rig.clock.sleep(25 * 3_600_000);
    rig.gateway.isAnswering = true;
    const newest = message("c2c_bob", 90, { time: rig.clock.time });
    rig.gateway.answers["message.history"] = ({ cursor }) => ({ messages: [newest], cursor: cursor - 1, isFinished: false });
    await comeBack(rig, recovered());
    await failed;
    assert.equal(rig.gateway.asked("message.history").length, 20);
});
