import assert from "node:assert/strict";
import { test } from "node:test";

import { Store } from "../../src/store.js";
import { settled } from "../support/clock.js";
import { Rig } from "../support/rig.js";
import { conversation, message, refusal } from "../support/scripted.js";

const recalled = (seq, change) => message("c2c_bob", seq, { change, body: {}, recalled: { by: "bob", time: 9 } });
const told = (rig) => rig.of("message.changed").map(({ change, message }) => [change, message.seq]);

/** A client whose list shows bob's messages up to 3 and changes up to 2, with a store that has them. */
async function opened() {
    const rig = new Rig();
    rig.gateway.answers["conversation.list"] = { conversations: [conversation("c2c_bob", 3, { change: 2 })], nextSeq: 0, isFinished: true };
    rig.gateway.answers["message.history"] = { messages: [1, 2, 3].map((seq) => message("c2c_bob", seq)), cursor: 0, isFinished: true, change: 2 };
    await rig.open();
    const store = new Store(rig.client);
    await store.open("c2c_bob");
    rig.events.length = 0;
    const texts = () => store.view("c2c_bob").messages.map(({ body, recalled }) => (recalled ? "recalled" : body.text));
    return { rig, store, texts };
}

/** The same after a lost connection, with these verdicts about changes. */
async function resumed(rig, changes) {
    rig.gateway.login = () => ({ resume: { user: { verdict: "recovered", seq: 0, events: [] }, conversations: {}, groups: {}, changes } });
    await rig.gateway.socket.drop(1006);
    await rig.clock.advance(1500);
    await settled();
}

test("a live change reaches the store, once", async () => {
    const { rig, texts } = await opened();
    const data = { conversationID: "c2c_bob", change: 3, message: recalled(2, 3) };
    rig.gateway.socket.event("message.changed", data);
    rig.gateway.socket.event("message.changed", data);
    await settled();
    assert.deepEqual(told(rig), [[3, 2]]);
    assert.deepEqual(texts(), ["1", "recalled", "3"]);
    assert.equal(rig.client.positions.changes.c2c_bob, 3);
});

test("recovered: missed changes are told in order, and one whose message is kept no longer", async () => {
    const { rig, texts } = await opened();
    await resumed(rig, {
        c2c_bob: {
            verdict: "recovered", seq: 6,
            changes: [
                { change: 2, msgId: "10003", seq: 3, message: recalled(3, 2) },
                { change: 4, msgId: "10001", seq: 1, isRecalled: true, message: recalled(1, 4) },
                { change: 5, msgId: "10002", seq: 2, isRecalled: true },
            ],
        },
    });
    assert.deepEqual(rig.gateway.socket.open.resume.changes, { c2c_bob: 2 });
    assert.deepEqual(told(rig), [[4, 1]]);
    assert.deepEqual(rig.of("message.gone"), [{ conversationID: "c2c_bob", change: 5, msgId: "10002", seq: 2 }]);
    assert.deepEqual(texts(), ["recalled", "3"]);
    assert.equal(rig.client.positions.changes.c2c_bob, 6);
});

test("gap: the changes are fetched, and live ones wait behind them", async () => {
    const { rig } = await opened();
    rig.gateway.answers["message.changes"] = ({ after }, socket) => {
        if (after === 2) socket.event("message.changed", { conversationID: "c2c_bob", change: 6, message: recalled(3, 6) });
        const next = after + 1;
        return { changes: [{ change: next, msgId: `1000${next - 2}`, seq: next - 2, message: recalled(next - 2, next) }], change: next, isFinished: next === 4 };
    };
    await resumed(rig, { c2c_bob: { verdict: "gap", seq: 4, from: 3, to: 4 } });
    assert.deepEqual(told(rig), [[3, 1], [4, 2], [6, 3]]);
});

test("reset: the conversation is read anew", async () => {
    const { rig, texts } = await opened();
    rig.gateway.answers["message.history"] = { messages: [recalled(3, 9)], cursor: 0, isFinished: true, change: 9 };
    await resumed(rig, { c2c_bob: { verdict: "reset", seq: 9, from: 9 } });
    assert.deepEqual(rig.of("sync.reset"), [{ stream: "c2c_bob", isGone: false }]);
    assert.deepEqual(texts(), ["recalled"]);
    assert.equal(rig.client.positions.changes.c2c_bob, 9);
});

test("a place that is no longer known resets the conversation", async () => {
    const { rig } = await opened();
    rig.gateway.answers["message.changes"] = () => {
        throw refusal("gw", 1005, "resyncRequired");
    };
    await resumed(rig, { c2c_bob: { verdict: "gap", seq: 8, from: 3, to: 8 } });
    assert.deepEqual(rig.of("sync.reset"), [{ stream: "c2c_bob", isGone: false }]);
    assert.equal(rig.client.positions.changes.c2c_bob, 8);
});

test("trap 3: a change that overtakes the page that was read before it stays", async () => {
    const { rig, store, texts } = await opened();
    store.trim("c2c_bob", 1);
    rig.gateway.answers["message.history"] = (_, socket) => {
        socket.event("message.changed", { conversationID: "c2c_bob", change: 3, message: recalled(1, 3) });
        return { messages: [message("c2c_bob", 2), message("c2c_bob", 1)], cursor: 0, isFinished: true, change: 2 };
    };
    await store.older("c2c_bob");
    assert.deepEqual(texts(), ["recalled", "2", "3"]);
});

test("trap 3: an own message that was recalled before its reply came again stays recalled", async () => {
    const { rig, texts } = await opened();
    const sent = rig.client.send("c2c_bob", "mine");
    await settled();
    const { clientMsgId } = rig.gateway.asked("message.send")[0].data;
    const own = { ...recalled(4, 3), msgId: "77", from: "alice", clientMsgId };
    rig.gateway.answers["message.send"] = { msgId: "77", conversationID: "c2c_bob", seq: 4, time: 1 };
    rig.gateway.socket.event("message.changed", { conversationID: "c2c_bob", change: 3, message: own });
    await sent;
    rig.client.outbox.emit("sent", { ...own, change: undefined, recalled: undefined, body: { text: "mine" }, clientMsgId: "again" });
    await settled();
    assert.equal(texts().at(-1), "recalled");
});

test("trap 4: a page that is read after others' reactions says which are the user's own", async () => {
    const rig = await new Rig().open();
    const store = new Store(rig.client);
    const reacted = (change, reactions) => ({ conversationID: "c2c_bob", change, message: message("c2c_bob", 2, { change, reactions }) });
    const [hearts, cheers] = [{ reaction: "❤️", count: 2, users: ["alice", "bob"] }, { reaction: "🎉", count: 1, users: ["bob"] }];
    rig.gateway.socket.event("message.changed", reacted(3, [hearts]));
    rig.gateway.socket.event("message.changed", reacted(4, [hearts, cheers]));
    const page = [{ ...hearts, mine: true }, { ...cheers, mine: false }];
    rig.gateway.answers["message.history"] = { messages: [reacted(4, page).message], cursor: 0, isFinished: true, change: 4 };
    await store.open("c2c_bob");
    assert.deepEqual(store.view("c2c_bob").messages[0].reactions, page);
});

test("trap 4: others' reactions do not take one's own away", async () => {
    const { rig, store } = await opened();
    const reacted = (change, reactions) => ({ conversationID: "c2c_bob", change, message: message("c2c_bob", 2, { change, reactions }) });
    const shown = () => store.view("c2c_bob").messages[1].reactions.map(({ reaction, count, mine }) => [reaction, count, mine]);
    rig.gateway.socket.event("message.changed", reacted(3, [{ reaction: "👍", count: 1, users: ["alice"], mine: true }]));
    rig.gateway.socket.event("message.changed", reacted(4, [{ reaction: "👍", count: 2, users: ["alice", "bob"] }, { reaction: "🎉", count: 1, users: ["bob"] }]));
    await settled();
    assert.deepEqual(shown(), [["👍", 2, true], ["🎉", 1, undefined]]);
    rig.gateway.socket.event("message.changed", reacted(5, [{ reaction: "👍", count: 1, users: ["bob"], mine: false }]));
    await settled();
    assert.deepEqual(shown(), [["👍", 1, false]]);
});

test("a reply to an own change is no place: a change before it that comes later is told", async () => {
    const { rig, texts } = await opened();
    rig.gateway.answers["message.react"] = { message: message("c2c_bob", 3, { change: 4 }) };
    await rig.client.react("c2c_bob", "10003", "👍");
    rig.gateway.socket.event("message.changed", { conversationID: "c2c_bob", change: 3, message: recalled(2, 3) });
    rig.gateway.socket.event("message.changed", { conversationID: "c2c_bob", change: 4, message: message("c2c_bob", 3, { change: 4 }) });
    await settled();
    assert.deepEqual(told(rig), [[3, 2], [4, 3]]);
    assert.deepEqual(texts(), ["1", "recalled", "3"]);
});

for (const first of ["message.history", "conversation.list"]) {
    test(`a page that is older than the list shows its changes, also if ${first} is answered first`, async () => {
        const rig = new Rig();
        Object.assign(rig.gateway.answers, {
            "conversation.list": { conversations: [conversation("c2c_bob", 3, { change: 2 })], nextSeq: 0, isFinished: true },
            "message.history": { messages: [1, 2, 3].map((seq) => message("c2c_bob", seq)), cursor: 0, isFinished: true, change: 1 },
            "message.changes": ({ after }) => ({ changes: [{ change: 2, msgId: "10002", seq: 2, message: recalled(2, 2) }].filter(({ change }) => change > after), change: 2, isFinished: true }),
        });
        rig.gateway.isAnswering = false;
        await rig.client.connect();
        await settled();
        rig.gateway.socket.accept();
        rig.gateway.socket.answer({ id: 0, op: "session.open", data: {} });
        await settled();
        const store = new Store(rig.client);
        const isOpen = store.open("c2c_bob");
        await settled();
        for (const op of [first, "message.history", "conversation.list"]) {
            for (const request of rig.gateway.requests.splice(0)) {
                if (request.op === op) rig.gateway.socket.answer(request);
                else rig.gateway.requests.push(request);
            }
            await settled();
        }
        rig.gateway.isAnswering = true;
        for (const request of rig.gateway.requests) rig.gateway.socket.answer(request);
        // It was told before either was read, and comes behind both.
        rig.gateway.socket.event("message.changed", { conversationID: "c2c_bob", change: 2, message: recalled(2, 2) });
        await isOpen;
        await settled();
        assert.deepEqual(store.view("c2c_bob").messages.map(({ body, recalled }) => (recalled ? "recalled" : body.text)), ["1", "recalled", "3"]);
    });
}
