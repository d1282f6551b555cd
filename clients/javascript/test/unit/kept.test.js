import assert from "node:assert/strict";
import { test } from "node:test";

import { MemoryStorage } from "../../src/index.js";
import { settled } from "../support/clock.js";
import { Rig } from "../support/rig.js";
import { conversation, message } from "../support/scripted.js";

/** A program that keeps its positions, with one conversation. */
function program(storage) {
    const rig = new Rig({ storage, keepsPositions: true });
    rig.gateway.answers["conversation.list"] = { conversations: [conversation("c2c_bob", 0)], nextSeq: 0, isFinished: true };
    return rig;
}

const positionsIn = async (storage) => new Map(await storage.load()).get("positions");

test("a program that keeps its positions names them when it starts again", async () => {
    const storage = new MemoryStorage();
    const first = await program(storage).open();
    first.gateway.socket.event("message.new", message("c2c_bob", 1));
    await first.clock.advance(100);
    const second = await program(storage).open();
    assert.deepEqual(second.gateway.socket.open.resume.conversations, { c2c_bob: 1 });
});

test("what was delivered just before a program disconnects is kept", async () => {
    const storage = new MemoryStorage();
    const rig = await program(storage).open();
    rig.gateway.socket.event("message.new", message("c2c_bob", 1));
    rig.client.disconnect();
    await settled();
    assert.deepEqual((await positionsIn(storage)).conversations, { c2c_bob: 1 });
});

test("signing out forgets the positions too", async () => {
    const storage = new MemoryStorage();
    const rig = await program(storage).open();
    rig.gateway.socket.event("message.new", message("c2c_bob", 1));
    await rig.client.signOut();
    await rig.clock.advance(1000);
    assert.deepEqual(await storage.load(), []);
});

test("a program whose positions cannot be read does not begin without them, and can try again", async () => {
    const storage = new MemoryStorage();
    const load = storage.load;
    storage.load = () => Promise.reject(new Error("no such disk"));
    const rig = program(storage);
    await assert.rejects(rig.client.connect(), /no such disk/);
    assert.equal(rig.gateway.sockets.length, 0);
    storage.load = load;
    await rig.open();
});
