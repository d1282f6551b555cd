import { systemClock } from "./clock.js";
import { asMartletError, isOfConnection } from "./errors.js";

/** @typedef {import("./client.js").Client} Client */

/**
 * What a read has found: keys that it leaves out have no value. Those in `left` did not fit into the reply.
 * @template Value
 * @typedef {{values: Map<string, Value>, left?: string[]}} Found
 */

/** Rows of a list come onto the screen one by one: what is looked at within this time is read together. */
const gatherMilliseconds = 30;
/** After a refusal, and of a key without a value, the gateway is not asked again for so long. */
const retryMilliseconds = 30_000;
const missingMilliseconds = 600_000;
/** The last keys that were looked at count as on the screen: they are read again as soon as they are stale. */
const onScreen = 100;

/**
 * The value of a key: undefined before the first read, and null if there is none. From `staleAt` on it is read again
 * when it is looked at, and shown meanwhile.
 * @template Value
 * @typedef {{value: Value | null | undefined, staleAt: number}} Entry
 */

/**
 * Values that a page looks at by their keys: unknown and stale ones are read, many at once and each once. An answer
 * that an event has overtaken is not taken: its keys are read again. The number of values is bounded; those that were
 * not looked at for longest give way.
 * @template Value
 */
export class Looked {
    /**
     * Those that were looked at last at the end.
     * @type {Map<string, Entry<Value>>}
     */
    #entries = new Map();
    /**
     * To be read as soon as there is a connection.
     * @type {Set<string>}
     */
    #wanted = new Set();
    /**
     * Being read now; true: an event has overtaken the answer.
     * @type {Map<string, boolean>}
     */
    #reading = new Map();
    /** @type {any} */
    #timer;
    #isRunning = false;
    #isClosed = false;
    #clock;
    #unlisten;

    /**
     * @param {Client} client
     * @param {object} options
     * @param {(keys: string[]) => Promise<Found<Value>>} options.read
     * @param {number} options.perRead
     * @param {number} options.most how many are kept
     * @param {number} [options.freshMilliseconds] after so long a value is stale by itself; never unless given
     * @param {(keys: string[]) => void} options.changed
     * @param {(keys: string[]) => void} [options.keep] these were read, told or forgotten
     * @param {(error: import("./errors.js").MartletError) => void} options.failed the gateway has refused a read
     */
    constructor(client, { read, perRead, most, freshMilliseconds = Infinity, changed, keep = () => {}, failed }) {
        this.client = client;
        this.read = read;
        this.perRead = perRead;
        this.most = most;
        this.freshMilliseconds = freshMilliseconds;
        this.changed = changed;
        this.keep = keep;
        this.failed = failed;
        this.#clock = client.options.clock ?? systemClock;
        this.#unlisten = client.on("state", ({ name }) => name === "open" && this.#gather());
    }

    /**
     * Takes in the values of an earlier page: they are shown, and read again when they are looked at.
     * @param {Iterable<[string, Value]>} rows
     */
    restore(rows) {
        if (this.#isClosed) return;
        /** @type {Map<string, Entry<Value>>} */
        const entries = new Map();
        const changed = [];
        for (const [key, value] of rows) {
            const entry = this.#entries.get(key);
            if (entry && entry.value !== undefined) continue;
            if (entry) entry.value = value;
            else entries.set(key, { value, staleAt: 0 });
            changed.push(key);
        }
        this.#entries = new Map([...entries, ...this.#entries]);
        if (changed.length > 0) this.changed(changed);
    }

    /**
     * The values of these keys are still right.
     * @param {Iterable<string>} keys
     */
    confirm(keys) {
        for (const key of keys) {
            const entry = this.#entries.get(key);
            if (!entry) continue;
            entry.staleAt = this.#clock.now() + this.freshMilliseconds;
            this.#wanted.delete(key);
        }
    }

    /**
     * Undefined: it was not read. Null: there is none.
     * @param {string} key
     */
    get(key) {
        return this.#entries.get(key)?.value;
    }

    /** @param {string[]} keys that are on the screen */
    look(keys) {
        const now = this.#clock.now();
        for (const key of keys.slice(0, this.most)) {
            const entry = this.#entries.get(key) ?? { value: undefined, staleAt: 0 };
            this.#entries.delete(key);
            this.#entries.set(key, entry);
            if (entry.staleAt <= now && !this.#reading.has(key)) this.#wanted.add(key);
        }
        const gone = [...this.#entries.keys()].slice(0, Math.max(0, this.#entries.size - this.most));
        for (const key of gone) this.#forget(key);
        if (gone.length > 0) this.keep(gone);
        this.#gather();
    }

    /**
     * The values of these keys, or of all, may be others by now.
     * @param {Iterable<string>} [keys]
     * @param {boolean} [isShown] false if none of all this is on the screen
     */
    stale(keys = this.#entries.keys(), isShown = true) {
        const shown = new Set(isShown ? this.keys.slice(-onScreen) : []);
        for (const key of keys) {
            const entry = this.#entries.get(key);
            if (!entry) continue;
            entry.staleAt = 0;
            if (this.#reading.has(key)) this.#reading.set(key, true);
            else if (shown.has(key)) this.#wanted.add(key);
        }
        this.#gather();
    }

    /**
     * An event tells a value. Keys that nobody looks at stay unknown.
     * @param {string} key
     * @param {(value: Value | null | undefined) => Value | null | undefined} change
     */
    tell(key, change) {
        const entry = this.#entries.get(key);
        if (!entry) return;
        if (this.#reading.has(key)) this.#reading.set(key, true);
        if (!this.#put(entry, change(entry.value))) return;
        this.changed([key]);
        this.keep([key]);
    }

    /**
     * There is a value of this key, whatever an answer says that has come or is on its way.
     * @param {string} key
     */
    exists(key) {
        if (this.get(key) === null || this.#reading.has(key)) this.stale([key]);
    }

    /** The keys that were looked at, those that were looked at last at the end. */
    get keys() {
        return [...this.#entries.keys()];
    }

    close() {
        this.#isClosed = true;
        this.#unlisten();
        this.#clock.cancel(this.#timer);
        this.#entries.clear();
        this.#wanted.clear();
    }

    #gather() {
        if (this.#isClosed || this.#isRunning || this.#timer !== undefined || this.#wanted.size === 0) return;
        this.#timer = this.#clock.after(() => {
            this.#timer = undefined;
            this.#readWanted();
        }, gatherMilliseconds);
    }

    async #readWanted() {
        this.#isRunning = true;
        while (this.#wanted.size > 0 && this.client.state.name === "open") {
            if (!(await this.#readSome([...this.#wanted].slice(0, this.perRead)))) break;
        }
        this.#isRunning = false;
        // The connection may have been lost and be back by now.
        if (this.client.state.name === "open") this.#gather();
    }

    /**
     * Says false if the connection was lost.
     * @param {string[]} keys
     */
    async #readSome(keys) {
        for (const key of keys) {
            this.#wanted.delete(key);
            this.#reading.set(key, false);
        }
        try {
            this.#take(keys, await this.read(keys));
            return true;
        } catch (error) {
            return this.#fail(keys, asMartletError(error));
        } finally {
            for (const key of keys) this.#reading.delete(key);
        }
    }

    /** @param {string[]} keys @param {import("./errors.js").MartletError} reason */
    #fail(keys, reason) {
        const isLost = isOfConnection(reason);
        const staleAt = this.#clock.now() + retryMilliseconds;
        for (const key of keys) {
            const entry = this.#entries.get(key);
            if (!entry) continue;
            if (isLost) this.#wanted.add(key);
            else entry.staleAt = staleAt;
        }
        if (!isLost && !this.#isClosed) this.failed(reason);
        return !isLost;
    }

    /** @param {string[]} keys @param {Found<Value>} found */
    #take(keys, { values, left = [] }) {
        if (this.#isClosed) return;
        const now = this.#clock.now();
        const again = new Set(left);
        const changed = [];
        const taken = [];
        for (const key of keys) {
            const entry = this.#entries.get(key);
            if (!entry) continue;
            if (this.#reading.get(key) || again.has(key)) {
                this.#wanted.add(key);
                continue;
            }
            const value = values.get(key) ?? null;
            entry.staleAt = now + (value === null ? missingMilliseconds : this.freshMilliseconds);
            if (this.#put(entry, value)) changed.push(key);
            taken.push(key);
        }
        if (changed.length > 0) this.changed(changed);
        if (taken.length > 0) this.keep(taken);
    }

    /**
     * Says whether the value is another than before.
     * @param {Entry<Value>} entry @param {Value | null | undefined} value
     */
    #put(entry, value) {
        if (JSON.stringify(entry.value) === JSON.stringify(value)) return false;
        entry.value = value;
        return true;
    }

    /** @param {string} key */
    #forget(key) {
        this.#entries.delete(key);
        this.#wanted.delete(key);
    }
}
