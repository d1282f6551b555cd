import assert from "node:assert/strict";
import { test } from "node:test";

import { Store } from "../../src/store.js";
import { settled } from "../support/clock.js";
import { Recorder } from "../support/recorder.js";
import { Rig } from "../support/rig.js";
import { conversation, message, refusal } from "../support/scripted.js";

/** A client that has bob's messages up to 1, loses its connection, and resumes with these verdicts. */
async function resumed(resume, options = {}) {
    const rig = new Rig(options);
    rig.gateway.answers["conversation.list"] = { conversations: [conversation("c2c_bob", 1)], nextSeq: 0, isFinished: true };
    rig.gateway.login = () => ({ stream: { seq: 3 }, groups: { 1: 5 } });
    await rig.open();
    rig.prepare?.();
    rig.gateway.login = () => ({
        stream: { seq: 9 },
        groups: { 1: 5 },
        resume: { user: { verdict: "recovered", seq: 3, events: [] }, conversations: {}, groups: {}, ...resume },
    });
    rig.events.length = 0;
    options.prepare?.(rig);
    await rig.gateway.socket.drop(1006);
    await rig.clock.advance(1500);
    return rig;
}

test("a client names what it has", async (t) => {
    const rig = await resumed({}, { trace: new Recorder(t, "resume-names") });
    assert.deepEqual(rig.gateway.socket.open.resume, { user: 3, conversations: { c2c_bob: 1 }, groups: { 1: 5 }, changes: { c2c_bob: 0 } });
});

test("recovered: messages and events come in order, and the positions follow", async (t) => {
    const rig = await resumed({
        user: { verdict: "recovered", seq: 5, events: [{ seq: 5, event: "friend.changed", data: { type: 1 } }] },
        conversations: { c2c_bob: { verdict: "recovered", seq: 3, messages: [message("c2c_bob", 2), message("c2c_bob", 3)] } },
        groups: { 1: { verdict: "recovered", seq: 6, events: [{ seq: 6, event: "group.announcementDidUpdate", data: { groupID: "1" } }] } },
    }, { trace: new Recorder(t, "resume-recovered") });
    assert.deepEqual(rig.events.map(([event]) => event), ["group.announcementDidUpdate", "message.new", "message.new", "friend.changed"]);
    assert.deepEqual(rig.client.positions, { user: 5, conversations: { c2c_bob: 3 }, groups: { 1: 6 }, changes: { c2c_bob: 0 } });
});

test("each notification of what the user has done in a group is told, though none has a name of its own", async () => {
    const rig = await new Rig().open();
    const note = (seq) => message("group_1", seq, { from: "alice", type: 5, clientMsgId: "", body: { text: `note ${seq}` } });
    for (const seq of [1, 2, 2, 3]) rig.gateway.socket.event("message.new", note(seq));
    await settled();
    assert.deepEqual(rig.texts, ["note 1", "note 2", "note 3"]);
});

/** An own message that another tab has sent, as its outbox tells it. */
const own = (seq) => message("c2c_bob", seq, { from: "alice", clientMsgId: `own ${seq}` });

/** A client that has bob's message 5, but not the own ones before it, whose acknowledgements come late. */
async function withNewerMessage() {
    const rig = new Rig();
    rig.gateway.answers["conversation.list"] = { conversations: [conversation("c2c_bob", 1)], nextSeq: 0, isFinished: true };
    await rig.open();
    rig.gateway.socket.event("message.new", message("c2c_bob", 5));
    rig.gateway.login = () => ({ resume: { user: { verdict: "recovered", seq: 0, events: [] }, groups: {}, conversations: {} } });
    return rig;
}

const seqsOf = (messages) => messages.map(({ seq }) => seq);

test("an own message that comes late is told, also while everything is looked at again", async () => {
    const rig = await withNewerMessage();
    rig.gateway.isAnswering = false;
    rig.client.link.emit("login", { reply: { stream: { seq: 0 }, groups: {} } });
    rig.client.outbox.emit("sent", own(3));
    rig.gateway.isAnswering = true;
    await rig.gateway.socket.drop(1006);
    await rig.clock.advance(2000);
    assert.deepEqual(seqsOf(rig.of("message.sent")), [3]);
});

test("an own message that comes late is told, also while a hole after it is filled", async () => {
    const rig = await withNewerMessage();
    rig.gateway.login = () => ({
        resume: { user: { verdict: "recovered", seq: 0, events: [] }, groups: {}, conversations: { c2c_bob: { verdict: "gap", seq: 7, from: 6, to: 7 } } },
    });
    await rig.gateway.socket.drop(1006);
    rig.gateway.answers["message.history"] = () => {
        rig.client.outbox.emit("sent", own(3));
        rig.gateway.socket.close();
        setImmediate(() => rig.gateway.socket.drop(1006));
        rig.gateway.answers["message.history"] = { messages: [message("c2c_bob", 6), message("c2c_bob", 7)], cursor: 7, isFinished: true };
    };
    await rig.clock.advance(5000);
    assert.deepEqual([seqsOf(rig.of("message.sent")), rig.texts], [[3], ["5", "6", "7"]]);
});

test("an own message that comes before what was missed does not hide that", async () => {
    const rig = await withNewerMessage();
    rig.gateway.answers["message.history"] = { messages: [6, 7, 8, 9].map((seq) => (seq === 9 ? own(seq) : message("c2c_bob", seq))), cursor: 9, isFinished: true };
    rig.client.outbox.emit("sent", own(9));
    await settled();
    assert.deepEqual([rig.texts, seqsOf(rig.of("message.sent"))], [["5", "6", "7", "8"], [9]]);
    assert.equal(rig.client.positions.conversations.c2c_bob, 9);
    rig.client.outbox.emit("sent", own(10));
    assert.deepEqual([rig.client.positions.conversations.c2c_bob, rig.gateway.asked("message.history").length], [10, 1]);
});

test("gap: the messages are fetched, and live ones wait behind them", async (t) => {
    const rig = await resumed(
        { conversations: { c2c_bob: { verdict: "gap", seq: 250, from: 2, to: 250 } } },
        {
            trace: new Recorder(t, "gap-messages"),
            prepare: ({ gateway }) => {
                gateway.answers["message.history"] = ({ cursor, limit }, socket) => {
                    if (cursor === 1) socket.event("message.new", message("c2c_bob", 251));
                    const last = Math.min(cursor + limit, 251);
                    const messages = Array.from({ length: last - cursor }, (_, index) => message("c2c_bob", cursor + 1 + index));
                    return { messages, cursor: last === 251 ? 0 : last, isFinished: last === 251 };
                };
            },
        },
    );
    assert.deepEqual(rig.texts, Array.from({ length: 250 }, (_, index) => `${index + 2}`));
    assert.equal(rig.client.positions.conversations.c2c_bob, 251);
});

test("gap: beyond the limit it is told, and not fetched", async (t) => {
    const trace = new Recorder(t, "gap-limit");
    const rig = await resumed({ conversations: { c2c_bob: { verdict: "gap", seq: 20_001, from: 2, to: 20_001 } } }, { trace });
    assert.deepEqual(rig.of("sync.gap"), [{ conversationID: "c2c_bob", from: 2, to: 20_001 }]);
    assert.deepEqual(rig.gateway.asked("message.history"), []);
    assert.equal(rig.client.positions.conversations.c2c_bob, 20_001);
});

test("gap of the user's stream: its events are read, and live ones wait behind them", async (t) => {
    const rig = await resumed(
        { user: { verdict: "gap", seq: 5, from: 4, to: 5 } },
        {
            trace: new Recorder(t, "gap-user"),
            prepare: ({ gateway }) => {
                gateway.answers["stream.events"] = ({ after }, socket) => {
                    socket.event("friend.changed", { type: 6 }, { stream: "user", seq: 6 });
                    return { events: [4, 5].filter((seq) => seq > after).map((seq) => ({ seq, event: "friend.changed", data: { type: seq } })), seq: 5, isFinished: true };
                };
            },
        },
    );
    assert.deepEqual(rig.of("friend.changed").map(({ type }) => type), [4, 5, 6]);
    assert.equal(rig.client.positions.user, 6);
});

test("gap of the user's stream: a conversation that began in it comes whole, also if its next message comes before that is known", async (t) => {
    const carol = (seq) => ({ conversations: [conversation("c2c_carol", seq)] });
    const rig = await resumed(
        { user: { verdict: "gap", seq: 9, from: 4, to: 9 } },
        {
            trace: new Recorder(t, "gap-user-new-conversation"),
            prepare({ gateway }) {
                gateway.answers["stream.events"] = (_, socket) => {
                    socket.event("message.new", message("c2c_carol", 3));
                    socket.event("conversation.changed", carol(3));
                    return { events: [{ seq: 9, event: "conversation.new", data: carol(1) }], seq: 9, isFinished: true };
                };
                gateway.answers["conversation.list"] = { ...carol(3), nextSeq: 0, isFinished: true };
                gateway.answers["message.history"] = { messages: [1, 2, 3].map((seq) => message("c2c_carol", seq)), cursor: 0, isFinished: true };
            },
        },
    );
    await settled();
    assert.deepEqual(rig.texts, ["1", "2", "3"]);
});

test("a gap that is lost with its connection is resumed from where it was", async (t) => {
    const rig = await resumed(
        { conversations: { c2c_bob: { verdict: "gap", seq: 250, from: 2, to: 250 } } },
        {
            trace: new Recorder(t, "gap-lost"),
            prepare: ({ gateway }) => {
                gateway.answers["message.history"] = ({ cursor }, socket) => {
                    if (cursor > 1) return void setImmediate(() => socket.drop(1006)), { messages: [], cursor, isFinished: false };
                    return { messages: Array.from({ length: 100 }, (_, index) => message("c2c_bob", index + 2)), cursor: 101, isFinished: false };
                };
            },
        },
    );
    await rig.clock.advance(2000);
    rig.client.disconnect();
    assert.equal(rig.gateway.sockets[2].open.resume.conversations.c2c_bob, 101);
});

test("reset of a conversation: what is kept is void, and the page is read anew", async () => {
    let store;
    const rig = await resumed(
        { conversations: { c2c_bob: { verdict: "reset", seq: 8, from: 8 } } },
        {
            prepare: (rig) => {
                store = new Store(rig.client);
                store.open("c2c_bob");
                rig.gateway.answers["message.history"] = { messages: [message("c2c_bob", 8)], cursor: 0, isFinished: true };
            },
        },
    );
    assert.deepEqual(rig.of("sync.reset"), [{ stream: "c2c_bob", isGone: false }]);
    assert.equal(rig.client.positions.conversations.c2c_bob, 8);
    assert.deepEqual(store.view("c2c_bob").messages.map(({ seq }) => seq), [8]);
});

test("reset of a conversation that has not come so far: the list is read anew, since nothing tells of its older last message", async () => {
    const { gateway } = await resumed({ conversations: { c2c_bob: { verdict: "reset", seq: 8, from: 9, why: "beyond" } } });
    assert.equal(gateway.asked("conversation.list").length, 2);
    const other = await resumed({ conversations: { c2c_bob: { verdict: "reset", seq: 8, from: 8, why: "kept" } } });
    assert.equal(other.gateway.asked("conversation.list").length, 1);
});

test("reset of the user's stream: the list is read anew, and its holes are filled", async (t) => {
    const rig = await resumed(
        { user: { verdict: "reset", seq: 9, from: 1 } },
        {
            trace: new Recorder(t, "reset-user"),
            prepare: ({ gateway }) => {
                gateway.socket.event("message.new", message("c2c_bob", 2));
                gateway.answers["conversation.list"] = { conversations: [conversation("c2c_bob", 4)], nextSeq: 0, isFinished: true };
                gateway.answers["message.history"] = { messages: [message("c2c_bob", 3), message("c2c_bob", 4)], cursor: 0, isFinished: true };
            },
        },
    );
    assert.deepEqual(rig.of("sync.reset"), [{ stream: "user", isGone: false }]);
    assert.deepEqual(rig.texts, ["2", "3", "4"]);
    assert.deepEqual(rig.client.positions, { user: 9, conversations: { c2c_bob: 4 }, groups: { 1: 5 }, changes: { c2c_bob: 0 } });
});

test("reset of a group that the user has left: it is gone", async (t) => {
    const groups = { 2: { verdict: "reset", seq: 0, from: 1 }, 1: { verdict: "gap", seq: 5, from: 2, to: 5 } };
    const rig = await resumed({ groups }, { trace: new Recorder(t, "reset-group") });
    assert.deepEqual(rig.of("sync.reset"), [{ stream: "group_1", isGone: false }, { stream: "group_2", isGone: true }]);
});

test("a reset says why, and whether it is of a group's events or of its messages", async () => {
    const verdict = (seq) => ({ verdict: "reset", seq, from: seq + 1, why: "deleted" });
    const rig = await resumed({ groups: { 1: verdict(5) }, conversations: { group_1: verdict(4) } });
    const reset = { stream: "group_1", isGone: false, why: "deleted" };
    assert.deepEqual(rig.of("sync.reset"), [{ ...reset, isOfEvents: true }, reset]);
});

test("a group that the resume did not name is begun anew if its stream has gone on", async () => {
    const rig = await resumed({});
    const login = (seq) => rig.client.link.emit("login", {
        reply: {
            stream: { seq: 9 }, groups: { 1: seq },
            resume: { user: { verdict: "recovered", seq: 9, events: [] }, conversations: {}, groups: {}, changes: {} },
        },
        named: { ...rig.client.positions, groups: {} },
    });
    login(5);
    assert.deepEqual(rig.of("sync.reset"), []);
    login(7);
    assert.deepEqual(rig.of("sync.reset"), [{ stream: "group_1", isGone: false }]);
    assert.equal(rig.client.positions.groups[1], 7);
});

test("a list that was not whole when the connection was lost is read after the next login", async () => {
    const rig = new Rig();
    rig.gateway.answers["conversation.list"] = (_, socket) => void setImmediate(() => socket.drop(1006));
    rig.gateway.answers["conversation.list"] = (data, socket) => {
        if (rig.gateway.sockets.length === 1) {
            socket.isClosed = true;
            setImmediate(() => socket.drop(1006));
        }
        return { conversations: [conversation("c2c_bob", 1)], nextSeq: 0, isFinished: true };
    };
    rig.client.connect();
    rig.gateway.login = ({ resume }) => (resume ? { resume: { user: { verdict: "recovered", seq: 0, events: [] }, conversations: {}, groups: {} } } : {});
    await rig.clock.advance(5000);
    assert.equal(rig.of("sync.list").length, 1);
});

test("a conversation that is not among the hundred named ones is read, and its live messages wait until then", async (t) => {
    const others = Array.from({ length: 100 }, (_, index) => conversation(`c2c_other${index}`, 1));
    const rig = await resumed({}, {
        trace: new Recorder(t, "not-named"),
        prepare: ({ client, gateway }) => {
            for (const { conversationID } of others) gateway.socket.event("message.new", message(conversationID, 1));
            assert.equal(client.positions.conversations.c2c_bob, undefined);
            gateway.answers["conversation.list"] = (_, socket) => {
                socket.event("message.new", message("c2c_bob", 4));
                return { conversations: [...others, conversation("c2c_bob", 4)], nextSeq: 0, isFinished: true };
            };
            gateway.answers["message.history"] = ({ cursor }) => ({
                messages: [2, 3, 4].filter((seq) => seq > cursor).map((seq) => message("c2c_bob", seq)), cursor: 4, isFinished: true,
            });
        },
    });
    assert.deepEqual(rig.of("message.new").filter(({ conversationID }) => conversationID === "c2c_bob").map(({ seq }) => seq), [2, 3, 4]);
});

test("what cannot be fetched is told, and the conversation begins anew", async (t) => {
    const rig = await resumed(
        { conversations: { c2c_bob: { verdict: "gap", seq: 9, from: 2, to: 9 } } },
        {
            trace: new Recorder(t, "gap-fails"),
            prepare: ({ gateway }) => {
                gateway.answers["message.history"] = () => {
                    throw refusal("nim", 804);
                };
            },
        },
    );
    await settled();
    assert.deepEqual(rig.of("sync.failed").map(({ stream, error }) => [stream, error.code]), [["c2c_bob", 804]]);
    assert.deepEqual(rig.of("sync.reset"), [{ stream: "c2c_bob", isGone: false }]);
});

test("an own message of a conversation that is not known does not hide what came before it", async (t) => {
    const rig = await new Rig({ trace: new Recorder(t, "own-unknown-conversation") }).open();
    rig.gateway.answers["message.send"] = { msgId: "10003", conversationID: "c2c_carol", seq: 3, time: 3 };
    const told = [];
    for (const event of ["message.new", "message.sent"]) rig.client.on(event, ({ seq }) => told.push(seq));
    await rig.client.send("c2c_carol", "three");
    assert.deepEqual(told, [3]);
    const carol = { conversations: [conversation("c2c_carol", 3)] };
    const messages = [message("c2c_carol", 1), message("c2c_carol", 2), own(3)].map((one) => ({ ...one, conversationID: "c2c_carol" }));
    messages[2].clientMsgId = rig.gateway.asked("message.send")[0].data.clientMsgId;
    rig.gateway.login = ({ resume }) => {
        assert.deepEqual(resume.conversations, {});
        const user = { verdict: "recovered", seq: 1, events: [{ seq: 1, event: "conversation.new", data: carol }] };
        return { stream: { seq: 1 }, resume: { user, groups: {}, conversations: { c2c_carol: { verdict: "recovered", seq: 3, messages } } } };
    };
    await rig.gateway.socket.drop(1006);
    await rig.clock.advance(1500);
    assert.deepEqual(told, [3, 1, 2]);
    assert.deepEqual(rig.client.positions.conversations, { c2c_carol: 3 });
});

test("an own message with which a conversation begins is had as soon as the conversation is known", async (t) => {
    const rig = await new Rig({ trace: new Recorder(t, "own-begins-conversation") }).open();
    rig.gateway.answers["message.send"] = { msgId: "10001", conversationID: "c2c_carol", seq: 1, time: 3 };
    await rig.client.send("c2c_carol", "one");
    rig.gateway.socket.event("conversation.new", { conversations: [conversation("c2c_carol", 1)] }, { stream: "user", seq: 1 });
    await settled();
    assert.deepEqual(rig.client.positions.conversations, { c2c_carol: 1 });
});
