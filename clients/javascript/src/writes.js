import { asMartletError } from "./errors.js";

/** Writes to a storage in their order: what comes while one is under way goes together into the next. */
export class Writes {
    /** @type {Array<[string, any]>} */
    #unwritten = [];
    /**
     * The one that will take what is unwritten.
     * @type {Promise<boolean> | undefined}
     */
    #next;
    /** @type {Promise<any>} */
    #last = Promise.resolve();

    /**
     * @param {import("./types.js").Storage} storage
     * @param {(error: import("./errors.js").MartletError) => void} failed
     */
    constructor(storage, failed) {
        this.storage = storage;
        this.failed = failed;
    }

    /**
     * @param {string} key
     * @param {any} value undefined removes it
     * @returns {Promise<boolean>} whether it is written
     */
    write(key, value) {
        this.#unwritten.push([key, value]);
        this.#next ??= this.#last = this.#last
            .then(() => {
                this.#next = undefined;
                return this.storage.write(this.#unwritten.splice(0));
            })
            .then(
                () => true,
                (error) => {
                    this.failed(asMartletError(error));
                    return false;
                },
            );
        return this.#next;
    }

    /** Forgets what is unwritten, and waits for what is under way. */
    async clear() {
        this.#unwritten = [];
        await this.#last;
    }
}
