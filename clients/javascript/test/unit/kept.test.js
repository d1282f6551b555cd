import assert from "node:assert/strict";
import { test } from "node:test";

import { MemoryStorage } from "../../src/index.js";
import { Store } from "../../src/store.js";
import { settled } from "../support/clock.js";
import { Recorder } from "../support/recorder.js";
import { FailingStorage, Rig } from "../support/rig.js";
import { conversation, message } from "../support/scripted.js";

/** A program that keeps its positions, with one conversation. */
function program(storage, trace) {
    const rig = new Rig({ trace, storage, keepsPositions: true });
    rig.gateway.answers["conversation.list"] = { conversations: [conversation("c2c_bob", 0)], nextSeq: 0, isFinished: true };
    return rig;
}

const placesIn = async (storage) => Object.fromEntries(
    (await storage.range("position")).map(([id, { place }]) => [id, place]),
);

/** Many users have written to it, and have a few messages each. */
const peers = Array.from({ length: 150 }, (_, index) => `c2c_user${index}`);

/** A program that has heard all of them, and has stopped. */
async function heard(storage) {
    const rig = await program(storage).open();
    for (const peer of peers) {
        rig.gateway.socket.event("conversation.new", { conversations: [conversation(peer, 3)] });
        rig.gateway.socket.event("message.new", message(peer, 3));
    }
    await rig.clock.advance(100);
    rig.client.disconnect();
    await settled();
}

test("a program that keeps its positions names them when it starts again", async (t) => {
    const storage = new MemoryStorage();
    const trace = new Recorder(t, "kept-positions");
    const first = await program(storage, trace).open();
    first.gateway.socket.event("message.new", message("c2c_bob", 1));
    await first.clock.advance(100);
    const second = await program(storage, trace).open();
    assert.deepEqual(second.gateway.socket.open.resume.conversations, { c2c_bob: 1 });
});

test("what was delivered just before a program disconnects is kept", async () => {
    const storage = new MemoryStorage();
    const rig = await program(storage).open();
    rig.gateway.socket.event("message.new", message("c2c_bob", 1));
    rig.client.disconnect();
    await settled();
    assert.equal((await placesIn(storage)).c2c_bob.seq, 1);
});

test("a disconnect waits until all is written, so that another client can have the storage", async () => {
    const storage = new MemoryStorage();
    const rig = await program(storage).open();
    const store = new Store(rig.client);
    const { write } = storage;
    let release;
    const gate = new Promise((resolve) => (release = resolve));
    storage.write = async (changes) => (await gate, write.call(storage, changes));
    rig.gateway.socket.event("message.new", message("c2c_bob", 1));
    store.keepDraft("c2c_bob", "half a thought");
    rig.gateway.isAnswering = false;
    rig.client.send("c2c_bob", "unsent").catch(() => {});
    rig.client.send("c2c_bob", "unsent, too").catch(() => {});
    let isWritten = false;
    const written = rig.client.disconnect().then(() => (isWritten = true));
    await settled();
    assert.deepEqual([rig.client.state.name, isWritten], ["stopped", false]);
    release();
    await written;
    const kept = [(await placesIn(storage)).c2c_bob.seq, (await storage.range("outbox")).length, await storage.range("draft")];
    assert.deepEqual(kept, [1, 2, [["c2c_bob", "half a thought"]]]);
});

test("signing out forgets the positions too", async () => {
    const storage = new MemoryStorage();
    const rig = await program(storage).open();
    rig.gateway.socket.event("message.new", message("c2c_bob", 1));
    await rig.client.signOut();
    await rig.clock.advance(1000);
    assert.deepEqual([await storage.range("meta"), await storage.range("position")], [[], []]);
});

test("a program whose positions cannot be read does not begin without them, and can try again", async () => {
    const storage = new MemoryStorage();
    const { range } = storage;
    storage.range = () => Promise.reject(new Error("no such disk"));
    const rig = program(storage);
    await assert.rejects(rig.client.connect(), /no such disk/);
    assert.equal(rig.gateway.sockets.length, 0);
    storage.range = range;
    await rig.open();
});

test("a program that has heard more conversations than a resume names goes on in each where it was", async () => {
    const storage = new MemoryStorage();
    await heard(storage);
    const rig = program(storage);
    rig.gateway.login = () => ({
        resume: { user: { verdict: "recovered", seq: 0, events: [] }, groups: {}, conversations: {} },
    });
    rig.gateway.answers["conversation.list"] = {
        conversations: [...peers].reverse().map((peer) => conversation(peer, peer === "c2c_user7" ? 4 : 3)), nextSeq: 0, isFinished: true,
    };
    rig.gateway.answers["message.history"] = ({ conversationID, cursor }) => ({
        messages: [1, 2, 3, 4].filter((seq) => seq > cursor).map((seq) => message(conversationID, seq)), cursor: 4, isFinished: true,
    });
    await rig.open();
    assert.deepEqual(rig.of("message.new").map(({ conversationID, seq }) => [conversationID, seq]), [["c2c_user7", 4]]);
    const named = Object.keys(rig.gateway.socket.open.resume.conversations);
    assert.deepEqual(named, peers.slice(50));
});

test("what the list has shown is kept, too", async () => {
    const storage = new MemoryStorage();
    const first = program(storage);
    first.gateway.answers["conversation.list"] = { conversations: [conversation("c2c_bob", 5)], nextSeq: 0, isFinished: true };
    await first.open();
    await first.clock.advance(100);
    assert.deepEqual(await placesIn(storage), { c2c_bob: { listed: 5, change: 0 } });
});

test("of a swarm only the conversations that have changed are written", async () => {
    const storage = new MemoryStorage();
    await heard(storage);
    const rig = await program(storage).open();
    await rig.clock.advance(100);
    const written = [];
    const write = storage.write.bind(storage);
    storage.write = (changes) => (written.push(...changes.map(([, key]) => key)), write(changes));
    rig.gateway.socket.event("message.new", message("c2c_user9", 4));
    rig.gateway.socket.event("conversation.deleted", { conversationIDs: ["c2c_user8"] }, { stream: "user", seq: 1 });
    await rig.clock.advance(100);
    assert.deepEqual(written, ["streams", "c2c_user9", "c2c_user8"]);
    assert.equal((await placesIn(storage)).c2c_user8, undefined);
});

test("what could not be written is written with the next change", async () => {
    const storage = new MemoryStorage();
    const rig = await program(storage).open();
    const unsaved = [];
    rig.client.on("unsaved", (error) => unsaved.push(error.message));
    const { write } = storage;
    storage.write = () => Promise.reject(new Error("no room"));
    rig.gateway.socket.event("message.new", message("c2c_bob", 1));
    await rig.clock.advance(100);
    storage.write = write;
    rig.gateway.socket.event("broadcast.new", { seq: 1, type: 0, body: { text: "1" }, time: 1 });
    await rig.clock.advance(100);
    assert.deepEqual([unsaved, (await placesIn(storage)).c2c_bob.seq], [["no room"], 1]);
});

test("the position of a deleted conversation goes with the next change, too, if it could not be removed", async () => {
    const storage = new FailingStorage();
    const rig = await program(storage).open();
    rig.gateway.socket.event("message.new", message("c2c_bob", 1));
    await rig.clock.advance(100);
    storage.isFailing = true;
    rig.gateway.socket.event("conversation.deleted", { conversationIDs: ["c2c_bob"] }, { stream: "user", seq: 1 });
    await rig.clock.advance(100);
    assert.equal((await placesIn(storage)).c2c_bob.seq, 1);
    storage.isFailing = false;
    rig.gateway.socket.event("message.new", message("c2c_eve", 1));
    await rig.clock.advance(100);
    assert.deepEqual(Object.keys(await placesIn(storage)), ["c2c_eve"]);
});

test("positions that an earlier release has kept are read", async () => {
    const storage = new MemoryStorage();
    await storage.write([["meta", "streams", { user: 4, conversations: { c2c_bob: 7 }, groups: { 5: 2 }, changes: { c2c_bob: 1 } }]]);
    const rig = await program(storage).open();
    const { user, conversations, groups, changes } = rig.gateway.socket.open.resume;
    assert.deepEqual([user, conversations, groups, changes], [4, { c2c_bob: 7 }, { 5: 2 }, { c2c_bob: 1 }]);
});
