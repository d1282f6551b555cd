/** The store on the device, with several tabs: one of them writes, and all of them read. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { Store } from "../../src/store.js";
import { settled } from "../support/clock.js";
import { Device } from "../support/device.js";
import { Browser } from "../support/tabs.js";
import { World } from "../support/world.js";

const bob = "c2c_bob";

/** Tabs with a store each, and what alice's gateway has. */
class Tabs {
    world = new World();
    browser = new Browser();
    stores = [];
    /** The keys of the messages that each write had. */
    writes = [];

    constructor() {
        this.world.now = this.browser.clock.now;
        const { storage } = this.browser;
        const { write } = storage;
        storage.write = (changes) => {
            this.writes.push(changes.filter(([space]) => space === "message").map(([, key]) => key));
            return write.call(storage, changes);
        };
    }

    async open() {
        await this.browser.open({
            gateway: (gateway) => this.world.serve(gateway),
            client: (client) => this.stores.push(new Store(client)),
        });
        const store = this.stores.at(-1);
        await store.ready;
        await this.written();
        return store;
    }

    written = () => this.browser.clock.advance(300);
    seqs = (index, id = bob) => this.stores[index].view(id).messages.map(({ seq }) => seq);
    histories = () => this.browser.tabs.flatMap(({ gateway }) => gateway.asked("message.history"));

    /** What a page shows that is opened later, without a connection. */
    async offline(id = bob) {
        const device = new Device(this.world, { storage: this.browser.storage });
        await device.open({ isOffline: true });
        device.store.open(id).catch(() => {});
        await settled();
        const shown = device.store.view(id);
        device.rig.client.disconnect();
        this.world.forsake(device.rig.gateway);
        return { seqs: shown.messages.map(({ seq }) => seq), isLoaded: shown.isLoaded, list: device.store.conversations };
    }
}

test("of two tabs, the one that has the connection writes what happens, once", async () => {
    const tabs = new Tabs();
    await tabs.open();
    await tabs.open();
    tabs.world.write(bob);
    tabs.world.write(bob);
    await tabs.written();
    assert.deepEqual(tabs.writes.filter((keys) => keys.length > 0).map((keys) => keys.length), [2]);
    assert.deepEqual([(await tabs.offline()).seqs, tabs.stores.map(({ totalUnread }) => totalUnread)], [[1, 2], [2, 2]]);
});

test("a tab that follows reads the device, also what the other has not yet written", async () => {
    const tabs = new Tabs();
    await tabs.open();
    for (let count = 0; count < 5; count++) tabs.world.write(bob);
    await tabs.written();
    const store = await tabs.open();
    tabs.world.write(bob);
    await settled();
    const opening = store.open(bob);
    await tabs.written();
    await opening;
    assert.deepEqual([tabs.seqs(1), store.view(bob).isComplete, tabs.histories().length], [[1, 2, 3, 4, 5, 6], true, 0]);
    tabs.world.write(bob);
    await settled();
    assert.deepEqual(tabs.seqs(1), [1, 2, 3, 4, 5, 6, 7]);
});

test("a tab that follows asks the gateway where the device has not what it was told", async () => {
    const tabs = new Tabs();
    await tabs.open();
    tabs.world.write(bob);
    await tabs.written();
    const store = await tabs.open();
    const { write } = tabs.browser.storage;
    tabs.browser.storage.write = () => Promise.reject(new Error("no room"));
    tabs.world.write(bob);
    await settled();
    const opening = store.open(bob);
    await tabs.browser.clock.advance(5000);
    await opening;
    assert.deepEqual([tabs.seqs(1), tabs.histories().length], [[1, 2], 1]);
    tabs.browser.storage.write = write;
});

test("what a leading tab has not written when another takes its place is read again, and nothing is shown with a hole", async () => {
    const tabs = new Tabs();
    await tabs.open();
    for (let count = 0; count < 5; count++) tabs.world.write(bob);
    tabs.world.write("c2c_eve");
    await tabs.written();
    await tabs.open();
    // The first tab is held back by the browser: the second heard of these messages, and the device has them not.
    const { write } = tabs.browser.storage;
    tabs.browser.storage.write = () => new Promise(() => {});
    tabs.world.write(bob);
    tabs.world.write(bob);
    await settled();
    tabs.browser.channels.frozen.add(0);
    tabs.browser.tabs[0].gateway.isAnswering = false;
    await tabs.browser.clock.advance(500);
    tabs.browser.storage.write = write;
    await tabs.browser.clock.advance(20_000);
    assert.deepEqual(tabs.browser.leaders.includes(tabs.browser.tabs[1]), true);
    tabs.world.write(bob);
    tabs.world.write("c2c_eve");
    await tabs.written();
    const { seqs, isLoaded, list } = await tabs.offline();
    assert.deepEqual([seqs, isLoaded, list.find(({ conversationID }) => conversationID === bob).unreadCount], [[8], true, 8]);
    assert.deepEqual((await tabs.offline("c2c_eve")).seqs, [1, 2]);
    await tabs.stores[1].open(bob);
    await tabs.written();
    await tabs.stores[1].older(bob);
    assert.deepEqual(tabs.seqs(1), [1, 2, 3, 4, 5, 6, 7, 8]);
    await tabs.written();
    assert.deepEqual((await tabs.offline()).seqs, [1, 2, 3, 4, 5, 6, 7, 8]);
});

test("when the leading tab is closed, the device has all that it was told, and the next goes on writing", async () => {
    const tabs = new Tabs();
    await tabs.open();
    await tabs.open();
    tabs.world.write(bob);
    await settled();
    tabs.browser.tabs[0].client.disconnect();
    await tabs.browser.clock.advance(1000);
    tabs.world.write(bob);
    await tabs.written();
    const { seqs, isLoaded } = await tabs.offline();
    assert.deepEqual([seqs, isLoaded], [[1, 2], true]);
});

test("a tab that leaves has the lead until its last write is done, so that the next one's writes come behind it", async () => {
    const tabs = new Tabs();
    await tabs.open();
    await tabs.open();
    const { storage, clock } = tabs.browser;
    const { write } = storage;
    let release;
    const gate = new Promise((resolve) => (release = resolve));
    storage.write = async (changes) => (await gate, write.call(storage, changes));
    tabs.world.write(bob);
    await settled();
    tabs.browser.tabs[0].client.disconnect();
    await clock.advance(1000);
    assert.deepEqual(tabs.browser.leaders, []);
    tabs.world.write(bob);
    release();
    await clock.advance(1000);
    assert.deepEqual(tabs.browser.leaders, [tabs.browser.tabs[1]]);
    await tabs.written();
    assert.deepEqual((await tabs.offline()).seqs, [1, 2]);
});
