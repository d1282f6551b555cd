/** What the device keeps of conversations: the rules of a store that survives its page. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { MemoryStorage } from "../../src/index.js";
import { settled } from "../support/clock.js";
import { Device } from "../support/device.js";
import { World } from "../support/world.js";

const bob = "c2c_bob";
const upTo = (count, from = 1) => Array.from({ length: count - from + 1 }, (_, index) => from + index);

/** A device on which bob's `count` messages were read. */
async function withMessages(count, options) {
    const world = new World();
    for (let index = 0; index < count; index++) world.write(bob);
    const device = new Device(world, options);
    await device.open();
    await device.store.open(bob);
    return { world, device };
}

test("a page without a connection shows the list, the counts, the messages, the draft and what is unsent", async () => {
    const { world, device } = await withMessages(3);
    world.write("c2c_carol");
    device.store.keepDraft(bob, { text: "I wanted" });
    const store = await device.reopen({ isOffline: true });
    device.rig.client.send(bob, "later").catch(() => {});
    await store.open(bob);
    const view = store.view(bob);
    assert.deepEqual(store.conversations.map(({ conversationID, unreadCount }) => [conversationID, unreadCount]), [[bob, 3], ["c2c_carol", 1]]);
    assert.deepEqual([store.totalUnread, store.isListed, view.isLoaded, view.isComplete], [4, true, true, true]);
    assert.deepEqual([device.seqs(), view.draft, view.unsent.map(({ message }) => message.body.text)], [[1, 2, 3], { text: "I wanted" }, ["later"]]);
    assert.equal(device.rig.client.state.name, "connecting");
});

test("a page that comes back reads what was missed alone, and tells the list as if it was read", async () => {
    const { world, device } = await withMessages(3);
    await device.written();
    await device.close();
    world.write(bob);
    world.write("c2c_eve");
    const store = await device.open();
    await store.open(bob);
    assert.deepEqual([device.seqs(), store.conversations.length, store.totalUnread], [[1, 2, 3, 4], 2, 5]);
    assert.deepEqual([device.asked("conversation.list"), device.asked("message.history")], [[], []]);
    assert.deepEqual(device.rig.of("sync.list").map(({ conversations }) => conversations.length), [2]);
    await store.open("c2c_eve");
    assert.deepEqual([device.seqs("c2c_eve"), device.asked("message.history")], [[1], []]);
});

test("a position and the rows that it stands for are one write", async () => {
    const { world, device } = await withMessages(1);
    await device.written();
    const writes = [];
    const { write } = device.storage;
    device.storage.write = (changes) => (writes.push(changes), write.call(device.storage, changes));
    for (let index = 0; index < 20; index++) world.write(bob);
    world.write("c2c_eve");
    await device.written();
    assert.equal(writes.length, 1);
    const [changes] = writes;
    const of = (space) => changes.filter(([one]) => one === space).map(([, key]) => key);
    assert.deepEqual([of("message").length, of("position").sort(), of("conversation").sort(), of("range").sort()], [
        21, [bob, "c2c_eve"], [bob, "c2c_eve"], [bob, "c2c_eve"],
    ]);
    assert.equal(changes.find(([space, key]) => space === "position" && key === bob)[2].place.seq, 21);
});

test("one write is under way at a time, and the next one has all that came meanwhile", async () => {
    const { world, device } = await withMessages(1);
    await device.written();
    const { write } = device.storage;
    let [underWay, most] = [0, 0];
    device.storage.write = async (changes) => {
        most = Math.max(most, ++underWay);
        await new Promise((resolve) => device.clock.after(() => resolve(), 1000));
        await write.call(device.storage, changes);
        underWay--;
    };
    for (let index = 0; index < 10; index++) {
        world.write(bob);
        await device.clock.advance(150);
    }
    await device.clock.advance(5000);
    assert.deepEqual([most, (await device.rows("message")).length, (await device.rows("position"))[0].place.seq], [1, 11, 11]);
});

test("what is not open is kept too, and a place that nobody was given is no gap", async () => {
    const { world, device } = await withMessages(1);
    world.write("c2c_eve");
    world.passOver("c2c_eve");
    world.write("c2c_eve");
    const store = await device.reopen({ isOffline: true });
    await store.open("c2c_eve");
    assert.deepEqual([device.seqs("c2c_eve"), store.view("c2c_eve").isComplete], [[1, 3], true]);
});

test("a long gap leaves what is older where it is, and scrolling fills it first", async () => {
    const { world, device } = await withMessages(100, { gapLimit: 50 });
    await device.written();
    await device.close();
    for (let index = 0; index < 200; index++) world.write(bob);
    let store = await device.open();
    assert.deepEqual(device.rig.of("sync.gap"), [{ conversationID: bob, from: 101, to: 300 }]);
    assert.deepEqual(device.asked("message.history"), []);
    await store.open(bob);
    await settled();
    assert.deepEqual(device.seqs(), upTo(300, 251));
    store = await device.reopen();
    await store.open(bob);
    assert.deepEqual([device.seqs(), device.asked("message.history")], [upTo(300, 251), []]);
    for (const low of [201, 151, 101]) {
        await store.older(bob);
        assert.deepEqual(device.seqs(), upTo(300, low));
    }
    assert.equal(device.asked("message.history").length, 3);
    // The gap is filled: what is older is here.
    await store.older(bob);
    assert.deepEqual(device.seqs(), upTo(300, 51));
    assert.deepEqual(device.asked("message.history").map(({ cursor }) => cursor), [251, 201, 151]);
});

test("a gap that was not looked at is shown by what is older, until the gateway answers", async () => {
    const { world, device } = await withMessages(100, { gapLimit: 50 });
    await device.written();
    await device.close();
    for (let index = 0; index < 200; index++) world.write(bob);
    await device.open();
    const store = await device.reopen({ isOffline: true });
    await store.open(bob);
    assert.deepEqual([device.seqs(), store.view(bob).isLoaded], [upTo(100, 51), false]);
    device.rig.gateway.isAnswering = true;
    device.rig.client.link.wake();
    await device.clock.advance(70_000);
    assert.deepEqual([device.seqs(), store.view(bob).isLoaded], [upTo(300, 251), true]);
});

test("after a reset messages stay unconfirmed until a page has them, and go if it has not", async () => {
    const { world, device } = await withMessages(60);
    await device.store.older(bob);
    await device.written();
    await device.close();
    const gone = world.messagesOf(bob).filter(({ seq }) => seq === 58 || seq === 5);
    world.delete(bob, ...gone.map(({ msgId }) => msgId));
    world.knownFrom.user = world.events.length;
    let store = await device.open();
    assert.ok(device.asked("conversation.list").length > 0);
    store = await device.reopen({ isOffline: true });
    await store.open(bob);
    assert.deepEqual([device.seqs(), store.view(bob).isLoaded], [upTo(60, 11), false]);
    store = await device.reopen();
    await store.open(bob);
    await settled();
    assert.deepEqual(device.seqs(), upTo(60, 10).filter((seq) => seq !== 58));
    store = await device.reopen({ isOffline: true });
    await store.open(bob);
    assert.deepEqual([device.seqs(), store.view(bob).isLoaded], [upTo(60, 10).filter((seq) => seq !== 58), true]);
    assert.ok((await device.rows("message")).some(({ seq }) => seq === 5));
    store = await device.reopen();
    await store.open(bob);
    await store.older(bob);
    assert.deepEqual(device.seqs(), upTo(60).filter((seq) => seq !== 58 && seq !== 5));
    await device.written();
    assert.ok(!(await device.rows("message")).some(({ seq }) => seq === 5));
});

test("a change replaces a message that is not open, and own reactions stay", async () => {
    const { world, device } = await withMessages(3);
    const [one, two] = world.messagesOf(bob);
    world.change(bob, one.msgId, { reactions: [{ reaction: "+", count: 1, mine: true }] });
    let store = await device.reopen();
    world.change(bob, one.msgId, { reactions: [{ reaction: "+", count: 2 }] });
    world.change(bob, two.msgId, { body: {}, recalled: { by: "bob" } });
    store = await device.reopen({ isOffline: true });
    await store.open(bob);
    const { messages } = store.view(bob);
    assert.deepEqual(messages[0].reactions, [{ reaction: "+", count: 2, mine: true }]);
    assert.deepEqual([messages[1].body, messages[1].recalled], [{}, { by: "bob" }]);
    assert.ok(!JSON.stringify(await device.rows("message")).includes(two.body.text));
});

test("messages that are deleted or gone leave the device", async () => {
    const { world, device } = await withMessages(4);
    const [one, two, three] = world.messagesOf(bob);
    let store = await device.reopen();
    world.delete(bob, one.msgId, three.msgId);
    world.expire(bob, two.msgId);
    store = await device.reopen({ isOffline: true });
    await store.open(bob);
    assert.deepEqual([device.seqs(), (await device.rows("message")).length], [[4], 1]);
});

test("a conversation that is deleted goes, and begins anew with its next message", async () => {
    const { world, device } = await withMessages(3);
    device.store.keepDraft(bob, "still");
    world.deleteConversation(bob);
    await device.written();
    assert.deepEqual([await device.rows("message"), await device.rows("range"), await device.rows("conversation")], [[], [], []]);
    world.write(bob);
    const store = await device.reopen({ isOffline: true });
    await store.open(bob);
    assert.deepEqual([device.seqs(), store.draft(bob)], [[4], "still"]);
});

test("a conversation that has left the list silently stays, unpinned; after a reset of the user's stream it goes", async () => {
    const { world, device } = await withMessages(1);
    world.write("c2c_eve");
    world.pin("c2c_eve", true);
    world.conversations.get("c2c_eve").isListed = false;
    device.rig.gateway.socket.event("conversation.syncFinish", { isComplete: false });
    await settled();
    assert.deepEqual(device.store.conversations.map(({ conversationID, isPinned }) => [conversationID, isPinned]), [[bob, false], ["c2c_eve", false]]);
    await device.written();
    await device.close();
    world.pin(bob, true);
    world.knownFrom.user = world.events.length;
    const store = await device.open();
    assert.deepEqual(store.conversations.map(({ conversationID }) => conversationID), [bob]);
    await device.written();
    assert.equal((await device.rows("conversation")).length, 1);
});

test("a message ends by the gateway's clock, which does not go back when the device's does", async () => {
    const { world, device } = await withMessages(1);
    const end = device.clock.now() + 3_600_000;
    world.write(bob, { expireAt: end });
    await device.clock.advance(3_000_000);
    await device.written();
    await device.close();
    await device.open();
    await device.written();
    await device.close();
    // The user sets the clock a day back: the gateway's was 50 minutes later already, and goes on from there.
    device.clock.time -= 86_400_000;
    let store = await device.open({ isOffline: true });
    await store.open(bob);
    assert.deepEqual(device.seqs(), [1, 2]);
    world.write("c2c_eve", { time: end + 1 });
    world.now = () => end + 1;
    store = await device.reopen();
    await store.open(bob);
    assert.deepEqual(device.seqs(), [1]);
    await device.written();
    assert.deepEqual((await device.rows("message")).filter(({ conversationID }) => conversationID === bob).map(({ seq }) => seq), [1]);
    store = await device.reopen({ isOffline: true });
    await store.open(bob);
    assert.deepEqual(device.seqs(), [1]);
});

test("signing out leaves nothing on the device, and nothing comes back", async () => {
    const { world, device } = await withMessages(3);
    device.store.keepDraft(bob, "mine");
    await device.rig.client.signOut();
    world.write(bob);
    device.store.keepDraft(bob, "again");
    await device.written();
    for (const space of ["meta", "position", "conversation", "range", "message", "end", "outbox", "draft"]) {
        assert.deepEqual(await device.storage.range(space), [], space);
    }
});

test("an ended session and a kick leave all of it", async () => {
    const { device } = await withMessages(3);
    await device.written();
    await device.rig.gateway.socket.drop(4300);
    assert.equal(device.rig.client.state.name, "ended");
    const store = await device.reopen({ isOffline: true });
    await store.open(bob);
    assert.deepEqual(device.seqs(), [1, 2, 3]);
});

test("what positions have passed without a store is read again", async () => {
    const { world, device } = await withMessages(3);
    await device.written();
    await device.close();
    // A program without a store goes on in the same storage.
    const { Rig } = await import("../support/rig.js");
    const rig = new Rig({ storage: device.storage, clock: device.clock, keepsPositions: true });
    rig.clock = device.clock;
    world.serve(rig.gateway);
    await rig.open();
    world.write(bob);
    await device.written();
    rig.client.disconnect();
    world.forsake(rig.gateway);
    const store = await device.open();
    await store.open(bob);
    assert.deepEqual([device.seqs(), device.asked("conversation.list").length], [[1, 2, 3, 4], 1]);
});

test("a store of a later release is read anew, but for the outbox and the drafts", async () => {
    const { device } = await withMessages(3);
    device.store.keepDraft(bob, "mine");
    device.rig.gateway.isAnswering = false;
    device.rig.client.send(bob, "unsent").catch(() => {});
    await device.written();
    await device.close();
    await device.storage.write([["meta", "schema", 99]]);
    const store = await device.open();
    await store.open(bob);
    assert.match(device.lost[0], /later release: 99/);
    assert.deepEqual([store.draft(bob), device.seqs(), device.asked("conversation.list").length], ["mine", [1, 2, 3, 4], 1]);
    assert.deepEqual(device.asked("message.send").map(({ body }) => body.text), ["unsent"]);
});

test("a disk that is full leaves the store in memory, tells it, and has everything when there is room again", async () => {
    const { world, device } = await withMessages(3);
    await device.written();
    const { write } = device.storage;
    device.storage.write = () => Promise.reject(new Error("no room"));
    for (let index = 0; index < 3; index++) {
        world.write(bob);
        await device.written();
    }
    assert.deepEqual([device.seqs(), device.unsaved.length > 0], [[1, 2, 3, 4, 5, 6], true]);
    assert.equal((await device.rows("position"))[0].place.listed, 3);
    device.storage.write = write;
    world.write(bob);
    const store = await device.reopen({ isOffline: true });
    await store.open(bob);
    assert.deepEqual(device.seqs(), [1, 2, 3, 4, 5, 6, 7]);
});

test("a storage that cannot be read leaves the store in memory", async () => {
    const world = new World();
    world.write(bob);
    const storage = new MemoryStorage();
    storage.range = storage.write = () => Promise.reject(new Error("denied"));
    const device = new Device(world, { storage });
    const store = await device.open();
    await store.open(bob);
    assert.deepEqual([device.seqs(), store.isListed, device.unsaved.length > 0], [[1], true, true]);
});

test("of a conversation that is not open the newest messages are kept, and the rest is read again", async () => {
    const { world, device } = await withMessages(1);
    for (let count = 0; count < 620; count++) world.write("c2c_eve");
    await device.written();
    const kept = (await device.rows("message")).filter(({ conversationID }) => conversationID === "c2c_eve");
    assert.ok(kept.length <= 500 && kept.length >= 400, `${kept.length} are kept`);
    assert.deepEqual(kept.map(({ seq }) => seq), upTo(620, 621 - kept.length).reverse());
    const store = await device.reopen();
    await store.open("c2c_eve");
    while (!store.view("c2c_eve").isComplete) await store.older("c2c_eve", 100);
    assert.deepEqual(device.seqs("c2c_eve"), upTo(620));
    assert.deepEqual(device.asked("message.history").map(({ cursor }) => cursor)[0], 621 - kept.length);
});

test("where there are too many messages, the conversation that was not looked at for longest gives way", async () => {
    const { world, device } = await withMessages(1);
    const names = Array.from({ length: 45 }, (_, index) => `c2c_user${index}`);
    for (const name of names) for (let count = 0; count < 480; count++) world.write(name);
    await device.store.open(bob);
    await device.written();
    const rows = await device.rows("message");
    assert.ok(rows.length <= 20_000 && rows.length > 19_000, `${rows.length} are kept`);
    assert.ok(rows.some(({ conversationID }) => conversationID === bob));
    const ranges = await device.storage.range("range");
    const counts = (id) => rows.filter(({ conversationID }) => conversationID === id).length;
    for (const [id, { count }] of ranges) assert.equal(count, counts(id), id);
    const shortened = names.find((name) => counts(name) < 480);
    const store = await device.reopen({ isOffline: true });
    await store.open(shortened, 480);
    assert.deepEqual([device.seqs(shortened), store.view(shortened).isComplete], [upTo(480, 431), false]);
});

test("messages of many bytes give way sooner", async () => {
    const world = new World();
    const device = new Device(world);
    await device.open();
    const body = { text: "x".repeat(2 ** 20) };
    for (let count = 0; count < 70; count++) world.write("c2c_eve", { body });
    world.write(bob);
    await device.written();
    const rows = await device.rows("message");
    assert.ok(rows.some(({ conversationID }) => conversationID === bob));
    assert.ok(rows.length > 10 && JSON.stringify(rows).length <= 64 * 2 ** 20, `${rows.length}`);
});
