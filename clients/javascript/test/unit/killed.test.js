/** A device that is killed at random writes shows what the gateway has, when it comes back: nothing is lost, and nothing twice. */
import assert from "node:assert/strict";
import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

import { FileStorage } from "../../src/file.js";
import { MemoryStorage } from "../../src/index.js";
import { settled } from "../support/clock.js";
import { Device } from "../support/device.js";
import { seeded, seedsOf } from "../support/until.js";
import { World } from "../support/world.js";

const peers = ["c2c_bob", "c2c_carol", "c2c_dave"];

/** A storage of a page that is killed at a write: before the write is done, or behind it, before anybody knows. */
class Killed {
    isDead = false;
    /** The write that has killed the page, as a line of a file. */
    unheard;

    constructor(storage, { writes, isDone }) {
        Object.assign(this, { storage, writes, isDone });
        this.stopped = new Promise((resolve) => (this.stop = resolve));
    }

    range = (...bounds) => (this.isDead ? new Promise(() => {}) : this.storage.range(...bounds));
    clear = (kept) => (this.isDead ? new Promise(() => {}) : this.storage.clear(kept));

    async write(changes) {
        if (this.isDead) return new Promise(() => {});
        if (this.writes-- > 0) return this.storage.write(changes);
        this.isDead = true;
        this.unheard = JSON.stringify(changes.map((change) => change.filter((part) => part !== undefined)));
        if (this.isDone) await this.storage.write(changes);
        this.stop();
        return new Promise(() => {});
    }
}

class Trial {
    counts = {};

    constructor(seed, storage) {
        this.random = seeded(seed);
        this.world = new World();
        this.kept = storage;
        this.device = new Device(this.world, { gapLimit: 15 });
        this.sent = [];
    }

    #count(what) {
        this.counts[what] = (this.counts[what] ?? 0) + 1;
    }

    one(list) {
        return list[this.random.below(list.length)];
    }

    /** A page begins, which is killed at its write of this number. */
    async start(writes) {
        this.storage = new Killed(this.kept, { writes, isDone: this.random.below(2) === 0 });
        await Promise.race([this.device.open({ storage: this.storage }), this.storage.stopped]);
    }

    /** The process ends: nothing that it has begun goes on. */
    async kill() {
        this.storage.isDead = true;
        this.#count("kill");
        const { client, gateway } = this.device.rig;
        this.world.forsake(gateway);
        client.disconnect();
        this.device.store.close();
        await settled();
        await this.tear();
    }

    async tear() {}

    /** Something happens at the gateway, or the user does something. */
    async act() {
        const { world, random, device } = this;
        const id = this.one(peers);
        const messages = world.messagesOf(id);
        const target = messages.length > 0 && this.one(messages);
        const acts = {
            write: () => world.write(id),
            own: () => world.write(id, { from: "alice" }),
            burst: () => Array.from({ length: random.below(30) }, () => world.write(id)),
            passOver: () => messages.length > 0 && world.passOver(id),
            recall: () => target && world.change(id, target.msgId, { body: {}, recalled: { by: target.from } }),
            edit: () => target && world.change(id, target.msgId, { body: { text: `edited ${random.below(1000)}` } }),
            expire: () => target && world.expire(id, target.msgId),
            delete: () => target && world.delete(id, target.msgId),
            deleteConversation: () => random.below(6) === 0 && messages.length > 0 && world.deleteConversation(id),
            pin: () => messages.length > 0 && world.pin(id, random.below(2) === 0),
            open: () => void device.store.open(id, 1 + random.below(10)).catch(() => {}),
            older: () => void device.store.older(id, 1 + random.below(10)).catch(() => {}),
            trim: () => device.store.trim(id, 5),
            send: () => this.#send(id),
            forgetUser: () => random.below(4) === 0 && (world.knownFrom.user = world.events.length),
            forgetChanges: () => random.below(4) === 0 && (world.knownFrom.changes = 1 + Math.max(...[...world.conversations.values()].map(({ change }) => change), 0)),
            away: () => this.#away(),
            time: () => device.clock.advance(random.below(400)),
        };
        const what = this.one(["write", "write", ...Object.keys(acts)]);
        await acts[what]();
        this.#count(what);
        await settled();
    }

    #send(id) {
        const text = `own ${this.sent.length}`;
        const { client } = this.device.rig;
        client.send(id, text).catch(() => {});
        // It is certain to go if the storage had it before the page was killed.
        this.sent.push({ id, text, storage: this.storage, clientMsgId: client.outbox.entries().at(-1)?.clientMsgId });
    }

    /** The connection is lost for a while. */
    async #away() {
        const { rig } = this.device;
        rig.gateway.isAnswering = false;
        await rig.gateway.socket?.drop(1006);
        for (let count = this.random.below(6); count > 0; count--) this.world.write(this.one(peers));
        rig.gateway.isAnswering = true;
        await this.device.clock.advance(3000);
    }

    async run(rounds) {
        await this.start(this.random.below(12));
        for (let round = 1; round <= rounds; round++) {
            for (let count = 10 + this.random.below(20); count > 0 && !this.storage.isDead; count--) await this.act();
            await this.kill();
            for (let count = this.random.below(8); count > 0; count--) this.world.write(this.one(peers));
            if (this.random.below(2) === 0) await this.#lookOffline();
            await this.start(round === rounds ? Infinity : this.random.below(12));
        }
        await this.#judge();
        await this.device.close();
        this.kept.close?.();
    }

    /** What is shown without a connection has no holes. */
    async #lookOffline() {
        await this.device.open({ isOffline: true, storage: this.kept });
        for (const id of peers) {
            const opening = this.device.store.open(id, 1 + this.random.below(20));
            opening.catch(() => {});
            await settled();
            const { messages, isLoaded } = this.device.store.view(id);
            if (!isLoaded || messages.length === 0) continue;
            const shown = messages.map(({ seq }) => seq);
            const [first, last] = [shown[0], shown.at(-1)];
            const there = this.world.messagesOf(id).map(({ seq }) => seq).filter((seq) => first <= seq && seq <= last);
            assert.deepEqual(there.filter((seq) => !shown.includes(seq)), [], `${id}: holes in what is shown offline`);
            assert.deepEqual(shown, [...new Set(shown)].sort((one, other) => one - other), `${id}: in order, and once`);
        }
        await this.device.close();
    }

    async #judge() {
        const { world, device } = this;
        await device.clock.advance(5000);
        // A page that comes back has it from the device, if the position says so.
        for (const isAgain of [false, true]) {
            if (isAgain) await device.reopen({ storage: this.kept });
            await device.clock.advance(1000);
            const { store } = device;
            const list = store.conversations.map(({ conversationID, unreadCount, isPinned, seq }) => [conversationID, unreadCount, isPinned, seq]);
            assert.deepEqual(list.sort(), world.listed().map(({ conversationID, unreadCount, isPinned, seq }) => [conversationID, unreadCount, isPinned, seq]).sort());
            assert.equal(store.totalUnread, world.total);
            for (const id of peers) {
                await store.open(id, 10);
                await settled();
                for (let count = 0; !store.view(id).isComplete; count++) {
                    assert.ok(count < 200, `${id} is never complete`);
                    await store.older(id, 10);
                    await settled();
                }
                const plain = ({ seq, msgId, body, recalled }) => [seq, msgId, body, recalled];
                assert.deepEqual(store.view(id).messages.map(plain), world.messagesOf(id).map(plain), `${id}, ${isAgain ? "again" : "first"}`);
            }
        }
        assert.deepEqual(device.rig.client.outbox.entries(), []);
        for (const { id, text, clientMsgId } of this.sent) {
            const stored = world.stored.filter((one) => one.clientMsgId === clientMsgId);
            assert.ok(stored.length <= 1, `${id}: ${text} was stored ${stored.length} times`);
        }
    }
}

/** A device whose rows are in a file, of which a crash may tear the last line. */
class FileTrial extends Trial {
    constructor(seed, path) {
        super(seed, new FileStorage(path));
        this.path = path;
    }

    /** The line that was being written is there in part, or not at all; the next page reads the file. */
    async tear() {
        await this.kept.range("meta");
        this.kept.close();
        this.kept = new FileStorage(this.path);
        const text = await readFile(this.path, "utf8").catch(() => "");
        const lines = text.split("\n");
        const last = lines.at(-2);
        // What was acknowledged stays: only a write that nobody has heard of is torn, and only at the end of a file. One that
        // is written anew is there as a whole, or not at all.
        const { isDone, unheard } = this.storage;
        if (isDone && unheard && last === unheard) {
            await writeFile(this.path, text.slice(0, -1 - this.random.below(last.length + 1)));
        } else {
            await appendFile(this.path, this.one(["", '[["message","c2c_', "\0\0\0\0"]));
        }
    }
}

process.env.MARTLET_KILLED ??= "8";
const seeds = seedsOf("MARTLET_KILLED");

async function run(context, make) {
    const counts = {};
    for (const seed of seeds) {
        const trial = await make(seed);
        await trial.run(5).catch((error) => {
            throw new Error(`seed ${seed}: ${error.stack}`, { cause: error });
        });
        for (const [what, count] of Object.entries(trial.counts)) counts[what] = (counts[what] ?? 0) + count;
    }
    context.diagnostic(`seeds ${seeds}: ${JSON.stringify(counts)}`);
}

test("rows in memory: a device that is killed at random writes", (context) => run(context, (seed) => new Trial(seed, new MemoryStorage())));

test("rows in a file: a device that is killed at random writes, with a torn line", async (context) => {
    const folder = await mkdtemp(join(tmpdir(), "martlet-killed-"));
    try {
        await run(context, (seed) => new FileTrial(seed, join(folder, `${seed}.jsonl`)));
    } finally {
        await rm(folder, { recursive: true });
    }
});
