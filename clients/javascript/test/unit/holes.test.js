/** What comes late, or while a page is awaited, leaves no hole in what a page shows. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { MemoryStorage } from "../../src/index.js";
import { Store } from "../../src/store.js";
import { settled } from "../support/clock.js";
import { Device } from "../support/device.js";
import { Rig } from "../support/rig.js";
import { conversation, message, refusal } from "../support/scripted.js";
import { World } from "../support/world.js";

const bob = "c2c_bob";
const seqsOf = (store) => store.view(bob).messages.map(({ seq }) => seq);

/** Pages of four of bob's twelve messages. */
function pageOf({ cursor }) {
    const seqs = Array.from({ length: 4 }, (_, index) => (cursor || 13) - 1 - index);
    return { messages: seqs.map((seq) => message(bob, seq)), cursor: seqs.at(-1), isFinished: seqs.at(-1) === 1 };
}

/** A page without a storage; the gateway says that an own message is the third. */
async function withPages() {
    const rig = await new Rig().open();
    rig.gateway.answers["message.history"] = pageOf;
    rig.gateway.answers["message.send"] = { msgId: "10003", conversationID: bob, seq: 3, time: 1003 };
    return { rig, store: new Store(rig.client) };
}

test("an own message that an earlier run has sent makes no hole before what is new", async () => {
    const world = new World();
    const device = new Device(world);
    await device.open();
    device.rig.client.send(bob, "lost reply").catch(() => {});
    const [entry] = device.rig.client.outbox.entries(bob);
    await settled();
    await device.close();
    // Of the conversation the storage has the place in the list alone, which bob has moved meanwhile.
    world.write(bob);
    device.storage = new MemoryStorage();
    await device.open();
    await device.written();
    await device.close();
    await device.storage.write([["outbox", entry.clientMsgId, entry]]);
    await device.open();
    await settled();
    assert.deepEqual(device.rig.of("message.sent").map(({ seq }) => seq), [1]);
    world.write(bob);
    const store = await device.reopen();
    await store.open(bob);
    await settled();
    assert.deepEqual(device.seqs(), [1, 2, 3]);
});

test("an own message that is late and older than what is shown waits for its page", async () => {
    const { rig, store } = await withPages();
    await store.open(bob);
    await rig.client.send(bob, "late");
    await settled();
    assert.deepEqual(seqsOf(store), [9, 10, 11, 12]);
    await store.older(bob);
    await store.older(bob);
    assert.deepEqual([seqsOf(store).length, store.view(bob).isComplete], [12, true]);
});

test("an own message that is late and comes before the first page waits for its page, too", async () => {
    const { rig, store } = await withPages();
    rig.gateway.answers["message.history"] = (data, socket) => {
        socket.event("message.new", message(bob, 12));
        return pageOf(data);
    };
    const opening = store.open(bob);
    await rig.client.send(bob, "late");
    await opening;
    assert.deepEqual(seqsOf(store), [9, 10, 11, 12]);
});

test("after a reset, what was shown stays alone until the page comes, whatever is told meanwhile", async () => {
    const { rig, store } = await withPages();
    const { answers, socket } = rig.gateway;
    socket.event("conversation.new", { conversations: [conversation(bob, 12)] }, { stream: "user", seq: 1 });
    await store.open(bob);
    const conversations = { [bob]: { verdict: "reset", seq: 30 } };
    const user = { verdict: "recovered", seq: 1, events: [] };
    rig.gateway.login = () => ({ stream: { seq: 1 }, resume: { user, groups: {}, conversations, changes: {} } });
    const shown = [];
    answers["message.history"] = (_, again) => {
        again.event("message.new", message(bob, 31));
        shown.push(seqsOf(store));
        return { messages: [31, 30].map((seq) => message(bob, seq)), cursor: 30, isFinished: false };
    };
    await socket.drop();
    await rig.clock.advance(5000);
    assert.deepEqual([shown, seqsOf(store)], [[[9, 10, 11, 12]], [30, 31]]);
});

test("what is told while no page comes leaves no hole behind it", async () => {
    const { rig, store } = await withPages();
    const { answers, socket } = rig.gateway;
    answers["message.history"] = () => {
        socket.event("message.new", message(bob, 1));
        throw refusal("nim", 404, "noTarget");
    };
    await assert.rejects(store.open(bob), { code: 404 });
    assert.deepEqual(seqsOf(store), []);
    answers["message.history"] = pageOf;
    socket.event("message.new", message(bob, 12));
    await settled();
    assert.deepEqual(seqsOf(store), [9, 10, 11, 12]);
});

test("what is told behind a gap while the page is awaited comes whole, and the page is asked for once", async () => {
    const world = new World();
    const device = new Device(world, { gapLimit: 5 });
    world.write(bob);
    await device.open();
    await device.store.open(bob);
    await device.written();
    await device.close();
    for (let index = 0; index < 20; index++) world.write(bob);
    const store = await device.open();
    const { answers } = device.rig.gateway;
    const history = answers["message.history"];
    answers["message.history"] = (data) => {
        const page = history(data);
        for (let index = 0; index < 2; index++) world.write(bob);
        return page;
    };
    await store.open(bob, 4);
    assert.deepEqual(device.seqs(), [1]);
    await settled();
    assert.deepEqual([device.seqs(), device.asked("message.history").length], [[18, 19, 20, 21, 22, 23], 1]);
});
