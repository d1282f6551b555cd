/** What the user has begun to write stays, whatever the gateway says. */
import assert from "node:assert/strict";
import { test } from "node:test";

import { IndexedDBStorage, MemoryStorage } from "../../src/index.js";
import { Store } from "../../src/store.js";
import { settled } from "../support/clock.js";
import { FakeIndexedDB, FakeLocalStorage } from "../support/indexeddb.js";
import { Rig } from "../support/rig.js";
import { Browser } from "../support/tabs.js";

const draft = { text: "I wanted to", replyTo: "17" };

test("a draft is in the view of its conversation, and a change tells of it", async () => {
    const store = new Store(new Rig().client);
    const changes = [];
    store.on("change", ({ conversations }) => changes.push(...conversations));
    const mine = { ...draft };
    store.keepDraft("c2c_bob", mine);
    mine.text = "changed";
    await settled();
    assert.deepEqual([store.draft("c2c_bob"), store.view("c2c_bob").draft, store.draft("c2c_carol")], [draft, draft, undefined]);
    assert.deepEqual(changes, ["c2c_bob"]);
});

test("a draft that says nothing is none", async () => {
    const storage = new MemoryStorage();
    const store = new Store(new Rig({ storage }).client);
    for (const empty of [undefined, null, "", {}, { text: "" }, { text: "", mentions: [] }]) {
        store.keepDraft("c2c_bob", draft);
        store.keepDraft("c2c_bob", empty);
        await settled();
        assert.deepEqual([store.draft("c2c_bob"), await storage.range("draft")], [undefined, []]);
    }
    store.keepDraft("c2c_bob", { text: "", replyTo: "17" });
    assert.deepEqual(store.draft("c2c_bob"), { text: "", replyTo: "17" });
});

test("a draft is there after a reload, without a connection, and what was written since is newer", async () => {
    const storage = new MemoryStorage();
    const first = new Store(new Rig({ storage }).client);
    first.keepDraft("c2c_bob", draft);
    first.keepDraft("c2c_carol", "to Carol");
    await settled();
    const next = new Store(new Rig({ storage }).client);
    next.keepDraft("c2c_carol");
    await settled();
    assert.deepEqual([next.draft("c2c_bob"), next.draft("c2c_carol")], [draft, undefined]);
});

test("a draft that was written just before the page was left is there after it", async () => {
    const [factory, local] = [new FakeIndexedDB(), new FakeLocalStorage()];
    const storage = () => new IndexedDBStorage("a", factory, local);
    factory.isStuck = true;
    new Store(new Rig({ storage: storage() }).client).keepDraft("c2c_bob", draft);
    factory.isStuck = false;
    const next = new Store(new Rig({ storage: storage() }).client);
    await settled();
    assert.deepEqual(next.draft("c2c_bob"), draft);
});

test("a reset and a deleted conversation leave a draft alone", async () => {
    const rig = await new Rig().open();
    const store = new Store(rig.client);
    store.keepDraft("c2c_bob", draft);
    rig.gateway.socket.event("conversation.deleted", { conversationIDs: ["c2c_bob"] }, { stream: "user", seq: 1 });
    rig.client.emit("sync.reset", { stream: "user", isGone: false });
    assert.deepEqual(store.draft("c2c_bob"), draft);
});

test("signing out forgets drafts, and keeps none that comes later", async () => {
    const storage = new MemoryStorage();
    const rig = await new Rig({ storage }).open();
    const store = new Store(rig.client);
    store.keepDraft("c2c_bob", draft);
    await rig.client.signOut();
    store.keepDraft("c2c_bob", draft);
    await settled();
    assert.deepEqual([store.draft("c2c_bob"), await storage.range("draft")], [undefined, []]);
});

test("another tab has the draft too", async () => {
    const browser = new Browser();
    const stores = [];
    for (let tab = 0; tab < 2; tab++) await browser.open({ client: (client) => stores.push(new Store(client)) });
    stores[1].keepDraft("c2c_bob", draft);
    await settled();
    assert.deepEqual(stores[0].draft("c2c_bob"), draft);
    stores[0].keepDraft("c2c_bob");
    await settled();
    assert.deepEqual([stores[1].draft("c2c_bob"), await browser.storage.range("draft")], [undefined, []]);
});

test("a draft that cannot be kept is there while the page is, and unsaved tells it", async () => {
    const storage = new MemoryStorage();
    storage.write = () => Promise.reject(new Error("no room"));
    const rig = new Rig({ storage });
    const store = new Store(rig.client);
    const unsaved = [];
    rig.client.on("unsaved", ({ message }) => unsaved.push(message));
    store.keepDraft("c2c_bob", draft);
    await settled();
    assert.deepEqual([store.draft("c2c_bob"), unsaved.length], [draft, 1]);
});
