import { asMartletError } from "./errors.js";
import { Writes } from "./writes.js";

/** @typedef {import("./client.js").Client} Client */

/** A row that was not written for so long goes. */
const keptMilliseconds = 30 * 86_400_000;

/**
 * Rows of one space of the storage, so that a page that is opened without a connection shows what an earlier one has read. The
 * number of rows is bounded, and old ones go. Without a storage of the application nothing is kept.
 * @template Value
 */
export class Keeping {
    #writes;
    #hasEnded = false;

    /**
     * @param {Client} client
     * @param {string} space
     * @param {number} most how many rows are kept
     */
    constructor(client, space, most) {
        this.client = client;
        this.space = space;
        this.most = most;
        this.#writes = new Writes(client.storage, (error) => client.emit("unsaved", error));
        this.#hasEnded = client.options.storage === undefined;
        client.writers.add(this);
    }

    /**
     * Reads the rows of an earlier page, the oldest one first; none if they cannot be read.
     * @returns {Promise<Array<[string, Value]>>}
     */
    async load() {
        if (this.#hasEnded) return [];
        try {
            const rows = await this.client.storage.range(this.space);
            rows.sort(([, one], [, other]) => one.time - other.time);
            const since = this.client.serverTime - keptMilliseconds;
            const kept = rows.filter(([, { time }]) => time >= since).slice(-this.most);
            for (const [key] of rows.slice(0, rows.length - kept.length)) this.put(key);
            return kept.map(([key, { value }]) => [key, value]);
        } catch (error) {
            this.client.emit("unsaved", asMartletError(error));
            return [];
        }
    }

    /**
     * @param {string} key
     * @param {Value | null} [value] none removes the row
     */
    put(key, value) {
        if (this.#hasEnded) return;
        this.#writes.write([this.space, key, value == null ? undefined : { value, time: this.client.serverTime }]);
    }

    /** Nothing is kept from now on. */
    close() {
        this.#hasEnded = true;
        this.client.writers.delete(this);
    }

    flush() {
        return this.#writes.flush();
    }

    /** The user signs out: when it is done, nothing more is written. */
    async clear() {
        this.#hasEnded = true;
        await this.#writes.clear();
    }
}
