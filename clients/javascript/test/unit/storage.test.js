/** Each storage does what the contract says, and takes over what release 0.3 has kept. */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";

import { FileStorage } from "../../src/file.js";
import { IndexedDBStorage, MemoryStorage } from "../../src/index.js";
import { settled } from "../support/clock.js";
import { contract } from "../support/contract.js";
import { FakeIndexedDB, FakeLocalStorage } from "../support/indexeddb.js";
import { Rig } from "../support/rig.js";
import { until } from "../support/until.js";

let folder;
let files = 0;
before(async () => (folder = await mkdtemp(join(tmpdir(), "martlet-storage-"))));
after(() => rm(folder, { recursive: true }));

const newPath = () => join(folder, `${files++}.jsonl`);
const storages = {
    MemoryStorage() {
        const storage = new MemoryStorage();
        return () => storage;
    },
    IndexedDBStorage() {
        const [factory, local] = [new FakeIndexedDB(), new FakeLocalStorage()];
        return () => new IndexedDBStorage("name", factory, local);
    },
    FileStorage() {
        const path = newPath();
        return () => new FileStorage(path);
    },
};

for (const [name, storage] of Object.entries(storages)) {
    for (const [rule, check] of Object.entries(contract)) {
        test(`${name}: ${rule}`, () => check({ make: storage(), equal: assert.deepEqual, rejects: assert.rejects }));
    }
}

test("what is noted is in a range, in its order, until it is written", async () => {
    const [factory, local] = [new FakeIndexedDB(), new FakeLocalStorage()];
    const storage = new IndexedDBStorage("name", factory, local);
    await storage.write([["s", "a", 1], ["s", "d", 1]]);
    storage.note("s", "b", 2);
    storage.note("s", "e", 2);
    storage.note("other", "c", 2);
    assert.deepEqual(await storage.range("s"), [["a", 1], ["b", 2], ["d", 1], ["e", 2]]);
    assert.deepEqual(await storage.range("s", "b", "e", 1), [["b", 2]]);
    await storage.write([["s", "b"]]);
    assert.deepEqual([await storage.range("s"), local.length], [[["a", 1], ["d", 1], ["e", 2]], 2]);
    await storage.clear(["other"]);
    assert.deepEqual([await storage.range("s"), await storage.range("other")], [[], [["c", 2]]]);
});

/** What a client of release 0.3 has kept: a message that waits, and where it was. */
const entry = { clientMsgId: "m1", conversationID: "c2c_bob", time: 1, message: { conversationID: "c2c_bob", clientMsgId: "m1", type: 0, body: { text: "kept" } }, state: "waiting" };
const values = [
    ["outbox/m1", entry],
    ["positions", { user: 4, broadcasts: 2, groups: { 5: 2 }, channels: { news: 3 } }],
    ["position/c2c_bob", { turn: 1, place: { seq: 7, change: 1 } }],
    ["position/c2c_a/b", { turn: 2, place: { listed: 3 } }],
];

async function goesOver(storage) {
    const rig = await new Rig({ storage, keepsPositions: true }).open();
    await settled();
    const { user, conversations, groups, changes, channels, broadcasts } = rig.gateway.socket.open.resume;
    assert.deepEqual([user, conversations, groups, changes, channels, broadcasts], [
        4, { c2c_bob: 7, "c2c_a/b": 3 }, { 5: 2 }, { c2c_bob: 1, "c2c_a/b": 0 }, { news: 3 }, 2,
    ]);
    assert.deepEqual(rig.gateway.asked("message.send").map(({ data }) => data.body.text), ["kept"]);
}

test("a database of release 0.3 goes over with its unsent messages and its positions, and what was noted", async () => {
    const [factory, local] = [new FakeIndexedDB(), new FakeLocalStorage()];
    const opening = factory.open("name", 1);
    opening.onupgradeneeded = () => {
        const store = opening.result.createObjectStore("values");
        for (const [name, value] of values.slice(1)) store.put(value, name);
    };
    await new Promise((resolve) => (opening.onsuccess = resolve));
    local.setItem("name/outbox/m1", JSON.stringify(entry));
    await goesOver(new IndexedDBStorage("name", factory, local));
});

test("a file of release 0.3 goes over, also if a crash has torn its last line", async () => {
    for (const torn of ["", '[["outbox/m']) {
        const path = newPath();
        const lines = [[["outbox/gone", entry]], values, [["outbox/gone"]]].map((changes) => JSON.stringify(changes));
        await writeFile(path, lines.join("\n") + `\n${torn}`);
        await goesOver(new FileStorage(path));
        await until(async () => (await new FileStorage(path).range("outbox")).length === 0);
    }
});
