/** @typedef {import("./types.js").Change} Change */

/** The rows that are written next, in front of those that the storage has. */
export class Batch {
    /** @type {Map<string, Map<string, any>>} */
    #spaces = new Map();

    /** @param {import("./types.js").Storage} storage */
    constructor(storage) {
        this.storage = storage;
    }

    /** @param {Change[]} changes */
    put(...changes) {
        for (const [space, key, value] of changes) {
            const rows = this.#spaces.get(space) ?? new Map();
            this.#spaces.set(space, rows.set(key, value));
        }
    }

    /**
     * The rows of a space as they will be, not in order.
     * @param {string} space @param {string} [from] @param {string} [to]
     * @returns {Promise<Map<string, any>>}
     */
    async range(space, from = "", to = undefined) {
        const rows = new Map(await this.storage.range(space, from, to));
        for (const [key, value] of this.#spaces.get(space) ?? []) {
            if (key < from || (to !== undefined && key >= to)) continue;
            if (value === undefined) rows.delete(key);
            else rows.set(key, value);
        }
        return rows;
    }

    /** @param {string} space @param {string} key */
    async get(space, key) {
        return (await this.range(space, key, after(key))).get(key);
    }

    /**
     * Removes all rows of a space.
     * @param {string} space
     */
    async empty(space) {
        for (const key of (await this.range(space)).keys()) this.put([space, key]);
    }

    /** @returns {Change[]} */
    changes() {
        return [...this.#spaces].flatMap(([space, rows]) => [...rows].map(([key, value]) => /** @type {Change} */ ([space, key, value])));
    }
}

/**
 * The first key behind another.
 * @param {string} key
 */
export const after = (key) => `${key}\0`;

/** The highest `seq` of a message. */
const highest = 0xffffffff;

/** No conversation's id has it, so no conversation's messages stand between those of another. */
const separator = "\t";

/**
 * The key of a message: the newest of a conversation come first.
 * @param {string} conversationID @param {number} seq
 */
export const keyOf = (conversationID, seq) => conversationID + separator + `${highest - seq}`.padStart(10, "0");

/** @param {string} key of a message */
export const seqOf = (key) => highest - Number(key.slice(-10));

/**
 * Where the keys of a conversation's messages begin and end, from `low` to `high`.
 * @param {string} conversationID @param {number} [low] @param {number} [high]
 * @returns {[string, string]}
 */
export const keysOf = (conversationID, low = 0, high = highest) =>
    [keyOf(conversationID, Math.min(high, highest)), after(keyOf(conversationID, low))];

/**
 * The key under which it is noted when a message ends: the one that ends first comes first.
 * @param {number} time @param {string} [key] of the message
 */
export const endOf = (time, key = "") => `${time}`.padStart(16, "0") + separator + key;
