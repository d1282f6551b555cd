/** What stays on the device of what the gateway keeps no longer, and what goes. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { settled } from "../support/clock.js";
import { Device } from "../support/device.js";
import { World } from "../support/world.js";

const bob = "c2c_bob";
const day = 86_400_000;
const upTo = (count, from = 1) => Array.from({ length: count - from + 1 }, (_, index) => from + index);

/** A device that has read bob's three messages, and has been away for ten days. */
async function afterTenDays({ isConnected = false, ...options } = {}) {
    const world = Object.assign(new World(), { retentionDays: 7 });
    const device = new Device(world, options);
    const write = () => world.write(bob, { time: device.clock.now() });
    for (let count = 0; count < 3; count++) write();
    await device.open();
    await device.store.open(bob);
    await device.written();
    if (!isConnected) await device.close();
    await device.clock.advance(10 * day);
    return { world, device, write };
}

/** Opens the conversation and reads all of it. */
async function readAll(device) {
    await device.store.open(bob);
    await settled();
    while (!device.store.view(bob).isComplete) {
        await device.store.older(bob);
        await settled();
    }
}

const rowsOf = async (device) => (await device.rows("message")).map(({ seq }) => seq).reverse();

/** The gateway has ten newer messages, and keeps the last seven. */
function goOn({ world, write }, why = "kept") {
    for (let count = 0; count < 10; count++) write();
    world.write("c2c_carol");
    world.retain(bob, 6);
    Object.assign(world, { whyUser: why });
    world.knownFrom.user = world.events.length;
}

test("kept: with keepDays, older messages stay before those that the gateway has", async () => {
    const away = await afterTenDays({ keepDays: 30 });
    goOn(away);
    const { device } = away;
    await device.open();
    await readAll(device);
    assert.deepEqual(device.seqs(), [1, 2, 3, ...upTo(13, 7)]);
    await device.reopen({ isOffline: true });
    await readAll(device);
    assert.deepEqual(device.seqs(), [1, 2, 3, ...upTo(13, 7)]);
});

test("kept: without keepDays, what is older than the gateway keeps goes, but for a conversation's last message", async () => {
    const { device, write } = await afterTenDays({ isConnected: true });
    device.store.keepDraft(bob, "mine");
    write();
    await device.written();
    assert.deepEqual(await rowsOf(device), [4]);
    await device.clock.advance(10 * day);
    device.world.write("c2c_carol", { time: device.clock.now() });
    await device.written();
    assert.deepEqual(await rowsOf(device), [1, 4]);
});

test("keepDays counts, whatever the gateway keeps", async () => {
    const { device, write } = await afterTenDays({ isConnected: true, keepDays: 11 });
    write();
    await device.written();
    assert.deepEqual(await rowsOf(device), [1, 2, 3, 4]);
    await device.clock.advance(2 * day);
    write();
    await device.written();
    assert.deepEqual(await rowsOf(device), [4, 5]);
});

test("beyond and unknown: what no page confirms goes", async () => {
    for (const why of ["beyond", "unknown"]) {
        const away = await afterTenDays({ keepDays: 30 });
        goOn(away, why);
        const { device } = away;
        await device.open();
        await readAll(device);
        assert.deepEqual(device.seqs(), upTo(13, 7), why);
        await device.written();
        assert.deepEqual((await rowsOf(device)).filter((seq) => seq < 7), [1], `${why}: carol's`);
    }
});

test("deleted: messages go at once, and the conversation if the list has it not", async () => {
    const { world, device } = await afterTenDays({ keepDays: 30 });
    world.deleteConversation(bob);
    Object.assign(world.conversations.get(bob), { seq: 4, keptFrom: 4, why: "deleted" });
    Object.assign(world, { whyUser: "kept" });
    world.knownFrom.user = world.events.length;
    await device.open();
    await device.written();
    assert.deepEqual([await rowsOf(device), device.store.conversation(bob)], [[], undefined]);
});

test("kept, of the user's stream: a conversation that the list has dropped stays", async () => {
    const { world, device } = await afterTenDays({ keepDays: 30 });
    world.unlist(bob);
    world.write("c2c_carol");
    Object.assign(world, { whyUser: "kept" });
    world.knownFrom.user = world.events.length;
    await device.open();
    assert.equal(device.store.conversation(bob)?.conversationID, bob);
    await device.reopen({ isOffline: true });
    await device.store.open(bob);
    assert.deepEqual(device.seqs(), [1, 2, 3]);
});

test("a reset of a group's events leaves the messages that have its name, unless the user was out of the group", async () => {
    const world = new World();
    const device = new Device(world);
    for (let count = 0; count < 3; count++) world.write("group_1");
    await device.open();
    await device.store.open("group_1");
    await device.written();
    const reset = (why) => device.rig.client.emit("sync.reset", { stream: "group_1", isGone: false, why, isOfEvents: true });
    const asked = () => device.asked("message.history").length;
    const before = asked();
    reset("kept");
    await device.written();
    assert.deepEqual([device.seqs("group_1"), asked() - before], [[1, 2, 3], 0]);
    device.rig.gateway.isAnswering = false;
    reset("deleted");
    await device.written();
    // They are shown until the gateway has answered.
    assert.deepEqual([device.seqs("group_1"), await rowsOf(device), asked() - before], [[1, 2, 3], [1, 2, 3], 1]);
});

test("a conversation that is deleted and written to before the next write counts its new messages alone", async () => {
    const { world, device, write } = await afterTenDays({ isConnected: true });
    world.deleteConversation(bob);
    write();
    await settled();
    await device.written();
    const [shelf] = await device.rows("range");
    assert.deepEqual([(await device.rows("message")).length, shelf.count, shelf.bytes > 0], [1, 1, true]);
});
