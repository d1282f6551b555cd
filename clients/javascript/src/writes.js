import { asMartletError } from "./errors.js";

/** Writes to a storage in their order: what comes while one is under way goes together into the next. */
export class Writes {
    /** @type {import("./types.js").Change[]} */
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
     * @param {import("./types.js").Change} change
     * @returns {Promise<boolean>} whether it is written
     */
    write(change) {
        this.#unwritten.push(change);
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

    /** Waits until all is written, or has failed. */
    flush() {
        return this.#last;
    }

    /** Forgets what is unwritten, and waits for what is under way. */
    clear() {
        this.#unwritten = [];
        return this.#last;
    }
}
