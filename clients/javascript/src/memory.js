/**
 * Keeps values as long as the page lives.
 * @implements {Storage}
 * @typedef {import("./types.js").Storage} Storage
 */
export class MemoryStorage {
    /** @type {Map<string, any>} */
    #values = new Map();

    async load() {
        return /** @type {Array<[string, any]>} */ (structuredClone([...this.#values]));
    }

    /** @param {Array<[string, any]>} changes */
    async write(changes) {
        for (const [key, value] of changes) {
            if (value === undefined) this.#values.delete(key);
            else this.#values.set(key, structuredClone(value));
        }
    }

    async clear() {
        this.#values.clear();
    }
}
