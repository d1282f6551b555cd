import { Rows } from "./rows.js";

/**
 * Keeps rows as long as the page lives.
 * @implements {Storage}
 * @typedef {import("./types.js").Storage} Storage
 */
export class MemoryStorage {
    #rows = new Rows();

    /** @param {string} space @param {string} [from] @param {string} [to] @param {number} [limit] */
    async range(space, from, to, limit) {
        return this.#rows.range(space, from, to, limit);
    }

    /** @param {import("./types.js").Change[]} changes */
    async write(changes) {
        this.#rows.apply(structuredClone(changes));
    }

    /** @param {string[]} [kept] */
    async clear(kept = []) {
        const rows = this.#rows.all().filter(([space]) => kept.includes(space));
        this.#rows = new Rows();
        this.#rows.apply(rows);
    }
}
