/** The ten traps that break such libraries elsewhere, each as a test. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { IndexedDBStorage, MemoryStorage } from "../../src/index.js";
import { Store } from "../../src/store.js";
import { settled } from "../support/clock.js";
import { FakeIndexedDB, FakeLocalStorage } from "../support/indexeddb.js";
import { Recorder } from "../support/recorder.js";
import { FailingStorage, Rig } from "../support/rig.js";
import { conversation, message, refusal } from "../support/scripted.js";

test("trap 1: a send whose reply is lost goes out again with its id, and the stored reply is success", async (t) => {
    const rig = await new Rig({ trace: new Recorder(t, "trap-1-lost-reply") }).open();
    rig.gateway.isAnswering = false;
    const sent = rig.client.send("c2c_bob", "hello");
    await settled();
    const [first] = rig.gateway.asked("message.send");
    rig.gateway.isAnswering = true;
    rig.gateway.answers["message.send"] = { msgId: "7", conversationID: "c2c_bob", seq: 5, time: 9 };
    await rig.gateway.socket.drop(1006);
    await rig.clock.advance(2000);
    const stored = await sent;
    const again = rig.gateway.asked("message.send");
    assert.equal(again.length, 2);
    assert.equal(again[1].data.clientMsgId, first.data.clientMsgId);
    assert.deepEqual([stored.msgId, stored.seq, stored.body.text], ["7", 5, "hello"]);
    assert.deepEqual(rig.client.outbox.entries(), []);
});

test("trap 1: a message that a resume brings before its reply is shown once", async () => {
    const rig = await new Rig().open();
    const store = new Store(rig.client);
    await store.open("c2c_bob");
    rig.gateway.isAnswering = false;
    const sent = rig.client.send("c2c_bob", "hello");
    await settled();
    const { clientMsgId } = rig.gateway.asked("message.send")[0].data;
    rig.gateway.isAnswering = true;
    const own = message("c2c_bob", 1, { clientMsgId, from: "alice", body: { text: "hello" } });
    rig.gateway.login = () => ({
        resume: { user: { verdict: "recovered", seq: 0, events: [] }, groups: {}, conversations: { c2c_bob: { verdict: "recovered", seq: 1, messages: [own] } } },
    });
    await rig.gateway.socket.drop(1006);
    await rig.clock.advance(2000);
    await sent;
    const view = store.view("c2c_bob");
    assert.deepEqual([view.messages.length, view.unsent.length], [1, 0]);
});

test("trap 2: a new list of conversations leaves what is unsent alone", async () => {
    const rig = await new Rig().open();
    const store = new Store(rig.client);
    rig.gateway.answers["message.send"] = () => {
        throw refusal("tim", 20007);
    };
    await assert.rejects(rig.client.send("c2c_bob", "refused"), { system: "tim", code: 20007 });
    rig.gateway.socket.event("conversation.syncFinish", { isComplete: false });
    await settled();
    assert.equal(rig.gateway.asked("conversation.list").length, 2);
    assert.deepEqual(store.view("c2c_bob").unsent.map((entry) => [entry.state, entry.message.body.text]), [["failed", "refused"]]);
});

test("trap 3: an event that comes while the list is read is not undone by it", async () => {
    const rig = new Rig();
    const store = new Store(rig.client);
    rig.gateway.answers["conversation.list"] = (_, socket) => {
        socket.event("conversation.changed", { conversations: [conversation("c2c_bob", 2, { unreadCount: 2 })] });
        socket.event("conversation.deleted", { conversationIDs: ["c2c_carol"] }, { stream: "user", seq: 1 });
        return { conversations: [conversation("c2c_bob", 1, { unreadCount: 1 }), conversation("c2c_carol", 1)], nextSeq: 0, isFinished: true };
    };
    await rig.open();
    assert.deepEqual(store.conversations.map((one) => [one.conversationID, one.unreadCount]), [["c2c_bob", 2]]);
});

test("trap 3: a message that comes while the first page is read is neither lost nor doubled", async () => {
    const rig = await new Rig().open();
    const store = new Store(rig.client);
    rig.gateway.answers["message.history"] = (_, socket) => {
        socket.event("message.new", message("c2c_bob", 2));
        socket.event("message.new", message("c2c_bob", 3));
        return { messages: [message("c2c_bob", 2), message("c2c_bob", 1)], cursor: 0, isFinished: true };
    };
    await store.open("c2c_bob");
    assert.deepEqual(store.view("c2c_bob").messages.map(({ seq }) => seq), [1, 2, 3]);
});

test("trap 5: timers that the browser held back do not end a connection that lives", async (t) => {
    const rig = await new Rig({ trace: new Recorder(t, "trap-5-late-timers") }).open();
    await rig.clock.sleep(3_600_000);
    // The probe has gone out, and its answer comes.
    assert.equal(rig.gateway.asked("session.list").length, 1);
    await settled();
    assert.deepEqual([rig.client.state.name, rig.gateway.sockets.length], ["open", 1]);
});

test("trap 5: an answer that waits behind a late timer is waited for", async (t) => {
    const rig = await new Rig({ trace: new Recorder(t, "trap-5-late-answer") }).open();
    rig.gateway.isAnswering = false;
    await rig.clock.advance(25_000);
    const [probe] = rig.gateway.asked("session.list");
    await rig.clock.sleep(60_000);
    assert.equal(rig.client.state.name, "open");
    rig.gateway.socket.give({ id: probe.id, ok: { sessions: [] } });
    await rig.clock.advance(5000);
    assert.deepEqual([rig.client.state.name, rig.gateway.sockets.length], ["open", 1]);
});

test("trap 6: a socket that is open and dead is found out 5 s after waking", async (t) => {
    const rig = await new Rig({ trace: new Recorder(t, "trap-6-dead-after-sleep") }).open();
    rig.gateway.isAnswering = false;
    rig.clock.time += 10_000;
    rig.client.link.wake();
    assert.equal(rig.gateway.asked("session.list").length, 1);
    await rig.clock.advance(4900);
    assert.equal(rig.client.state.name, "open");
    rig.gateway.isAnswering = true;
    await rig.clock.advance(2000);
    assert.deepEqual([rig.client.state.name, rig.gateway.sockets.length], ["open", 2]);
});

test("a request without an answer: 5 s later the client says that it waits, and comes back", async (t) => {
    const rig = await new Rig({ trace: new Recorder(t, "liveness-request") }).open();
    rig.gateway.isAnswering = false;
    const asking = rig.client.request("friend.list");
    const reasons = [];
    rig.client.on("state", ({ name, reason }) => name === "waiting" && reasons.push(reason.message));
    await rig.clock.advance(4900);
    assert.deepEqual([rig.client.state.name, rig.gateway.asked("session.list").length], ["open", 1]);
    await rig.clock.advance(200);
    assert.deepEqual(reasons, ["no answer in time"]);
    rig.gateway.isAnswering = true;
    rig.gateway.answers["friend.list"] = { friends: [] };
    rig.gateway.socket.accept();
    await rig.clock.advance(2000);
    assert.deepEqual([rig.client.state.name, rig.gateway.sockets.length], ["open", 2]);
    assert.deepEqual(await asking, { friends: [] });
});

test("a request that takes its time does not end a connection that lives, and is probed beside more and more rarely", async (t) => {
    const rig = await new Rig({ trace: new Recorder(t, "liveness-slow-reply") }).open();
    rig.gateway.isAnswering = false;
    const asking = rig.client.request("message.search", {});
    const answered = new Set();
    for (let second = 0; second < 25; second++) {
        await rig.clock.advance(1000);
        for (const { id } of rig.gateway.asked("session.list")) {
            if (!answered.has(id)) rig.gateway.socket.give({ id, ok: { sessions: [] } });
            answered.add(id);
        }
    }
    assert.deepEqual([rig.client.state.name, rig.gateway.sockets.length, answered.size], ["open", 1, 4]);
    const [{ id }] = rig.gateway.asked("message.search");
    rig.gateway.socket.give({ id, ok: { hits: [] } });
    assert.deepEqual(await asking, { hits: [] });
    // The next one is looked after as the first was.
    rig.client.request("friend.list").catch(() => {});
    await rig.clock.advance(5100);
    assert.deepEqual(rig.states.slice(-3), ["open", "waiting", "connecting"]);
});

test("a large request has the time that it takes through a slow network", async (t) => {
    const rig = await new Rig({ trace: new Recorder(t, "liveness-large-request") }).open();
    rig.gateway.isAnswering = false;
    rig.client.request("group.putFile", { data: { b: "a".repeat(40_000) } }).catch(() => {});
    await rig.clock.advance(14_000);
    assert.equal(rig.client.state.name, "open");
    await rig.clock.advance(2000);
    assert.deepEqual(rig.states.slice(-3), ["open", "waiting", "connecting"]);
});

test("trap 8: who needs a token while one is asked for gets that one, and it stays with its session", async (t) => {
    let give;
    const rig = new Rig({ trace: new Recorder(t, "trap-8-one-token"), token: () => new Promise((resolve) => (give = resolve)) });
    const opening = rig.client.connect();
    await settled();
    give("first");
    await opening;
    await settled();
    await rig.clock.advance(60_000);
    const expiresAt = rig.clock.now() / 1000 + 60;
    for (let time = 0; time < 2; time++) {
        rig.gateway.socket.event("session.expiring", { expiresAt });
        await rig.clock.advance(0);
    }
    assert.equal(rig.tokens.length, 2);
    // The connection is lost while the token is asked for: the new session takes it, and it is not sent as a refresh.
    await rig.gateway.socket.drop(1006);
    await rig.clock.advance(0);
    give("second");
    await settled();
    assert.equal(rig.tokens.length, 2);
    assert.equal(rig.gateway.socket.open.token, "second");
    await rig.clock.advance(20_000);
    assert.equal(rig.tokens.length, 2);
    assert.deepEqual(rig.gateway.asked("session.refresh"), []);
});

test("trap 9: a database that the browser has closed is opened again, once", async () => {
    const factory = new FakeIndexedDB();
    const storage = new IndexedDBStorage("name", factory);
    await storage.write([["s", "one", 1]]);
    factory.isClosing = 1;
    await storage.write([["s", "two", 2]]);
    assert.deepEqual(await storage.range("s"), [["one", 1], ["two", 2]]);
    assert.equal(factory.opened, 2);
    factory.isClosing = 2;
    await assert.rejects(storage.write([["s", "three", 3]]), { name: "notSaved" });
});

test("trap 9: a message that cannot be kept is sent, and marked as unsaved", async (t) => {
    const storage = new FailingStorage();
    const rig = await new Rig({ trace: new Recorder(t, "trap-9-unsaved"), storage }).open();
    storage.isFailing = true;
    const unsaved = [];
    rig.client.on("unsaved", (error) => unsaved.push(error.message));
    rig.gateway.isAnswering = false;
    const sent = rig.client.send("c2c_bob", "hello");
    await settled();
    assert.equal(rig.client.outbox.entries()[0].isUnsaved, true);
    assert.match(unsaved[0], /no room/);
    rig.gateway.socket.answer(rig.gateway.asked("message.send")[0]);
    assert.equal((await sent).seq, 1);
});

test("trap 10: connect and disconnect may be called twice, as frameworks do", async () => {
    const rig = new Rig();
    rig.client.connect();
    rig.client.disconnect();
    rig.client.connect();
    await rig.client.connect();
    await settled();
    assert.deepEqual([rig.client.state.name, rig.gateway.sockets.length], ["open", 1]);
    rig.client.disconnect();
    rig.client.disconnect();
    assert.equal(rig.client.state.name, "stopped");
});

test("trap 10: a client that is stopped while it connects begins anew, and each call may come twice", async (t) => {
    const rig = new Rig({ trace: new Recorder(t, "trap-10-twice") });
    rig.gateway.isAnswering = false;
    const twice = async (call) => {
        for (let time = 0; time < 2; time++) rig.client[call]();
        await settled();
    };
    await twice("connect");
    await twice("disconnect");
    rig.gateway.isAnswering = true;
    await twice("connect");
    assert.deepEqual(rig.states, ["connecting", "stopped", "connecting", "open"]);
    assert.deepEqual(rig.gateway.sockets.map(({ isClosed }) => isClosed), [true, false]);
    await twice("disconnect");
    assert.equal(rig.client.state.name, "stopped");
});

test("trap 10: signing out forgets what was kept of the user", async (t) => {
    const storage = new MemoryStorage();
    const rig = await new Rig({ trace: new Recorder(t, "trap-10-sign-out"), storage }).open();
    rig.gateway.isAnswering = false;
    rig.client.send("c2c_bob", "unsent");
    await settled();
    assert.equal((await storage.range("outbox")).length, 1);
    await rig.client.signOut();
    assert.deepEqual(await storage.range("outbox"), []);
});

test("a message that was written just before the page was left is there after it, also if IndexedDB did not come to it", async () => {
    const local = new FakeLocalStorage();
    const factory = new FakeIndexedDB();
    const rig = await new Rig({ storage: new IndexedDBStorage("a", factory, local) }).open();
    factory.isStuck = true;
    rig.client.send("c2c_bob", "the last words").catch(() => {});
    rig.client.disconnect();
    factory.isStuck = false;
    const next = new Rig({ storage: new IndexedDBStorage("a", factory, local) });
    assert.deepEqual(await new IndexedDBStorage("another", new FakeIndexedDB(), local).range("outbox"), []);
    await next.open();
    await settled();
    assert.deepEqual(next.gateway.asked("message.send").map(({ data }) => data.body.text), ["the last words"]);
    await settled();
    assert.equal(local.length, 0);
});
