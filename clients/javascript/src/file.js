import { open, readFile, rename } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Keeps values in a file, for Node: each write is one line at the end, on the disk before the promise is done. Only one
 * process may use a file at a time.
 * @implements {Storage} @typedef {import("./types.js").Storage} Storage
 */
export class FileStorage {
    /** @type {Map<string, any> | undefined} */
    #values;
    /** @type {import("node:fs/promises").FileHandle | undefined} */
    #file;
    #lines = 0;
    /** A write has failed, and may have left a part of its line. */
    #isTorn = false;
    #turn = Promise.resolve();

    /** @param {string} path */
    constructor(path) {
        this.path = path;
    }

    /** @returns {Promise<Array<[string, any]>>} */
    load() {
        return this.#next(async () => [...(await this.#read())]);
    }

    /** @param {Array<[string, any]>} changes @returns {Promise<void>} */
    write(changes) {
        return this.#next(async () => {
            const values = await this.#read();
            if (this.#isTorn || this.#lines >= 2 * values.size + 1000) {
                const changed = new Map(values);
                apply(changed, changes);
                await this.#compact(changed);
            } else {
                await this.#append(changes);
                apply(values, changes);
            }
        });
    }

    /** @returns {Promise<void>} */
    clear() {
        return this.#next(() => this.#compact(new Map()));
    }

    close() {
        this.#next(async () => {
            await this.#file?.close();
            this.#file = undefined;
        });
    }

    /** @template Result @param {() => Promise<Result>} action @returns {Promise<Result>} */
    #next(action) {
        const result = this.#turn.then(action);
        this.#turn = result.then(
            () => {},
            () => {},
        );
        return result;
    }

    async #read() {
        if (this.#values) return this.#values;
        const values = new Map();
        const text = await readFile(this.path, "utf8").catch((error) => {
            if (error.code === "ENOENT") return "";
            throw error;
        });
        const lines = text.split("\n");
        // What follows the last line feed was being written when the process ended.
        let isTorn = lines.pop() !== "";
        for (const [index, one] of lines.entries()) {
            try {
                apply(values, JSON.parse(one));
            } catch (error) {
                // So was the last line if the disk has not all of it.
                if (index < lines.length - 1) throw new Error(`${this.path}, line ${index + 1}: ${error}`);
                isTorn = true;
            }
        }
        this.#lines = lines.length;
        if (isTorn) await this.#compact(values);
        return (this.#values = values);
    }

    /** @param {Array<[string, any]>} changes */
    async #append(changes) {
        this.#isTorn = true;
        this.#file ??= await open(this.path, "a", 0o600);
        await this.#file.appendFile(line(changes));
        await this.#file.datasync();
        this.#isTorn = false;
        this.#lines++;
    }

    /**
     * Writes the file anew, with these values: whatever happens, either the former one is there or this one.
     * @param {Map<string, any>} values
     */
    async #compact(values) {
        const written = await open(`${this.path}.new`, "w", 0o600);
        try {
            if (values.size > 0) await written.appendFile(line([...values]));
            await written.sync();
        } finally {
            await written.close();
        }
        await this.#file?.close();
        this.#file = undefined;
        await rename(`${this.path}.new`, this.path);
        await syncFolder(dirname(this.path));
        this.#values = values;
        this.#lines = 1;
        this.#isTorn = false;
    }
}

/**
 * Has the disk keep a file's new name. Windows has no such thing.
 * @param {string} path
 */
async function syncFolder(path) {
    if (process.platform === "win32") return;
    const folder = await open(path, "r");
    try {
        await folder.sync();
    } finally {
        await folder.close();
    }
}

/** @param {Array<[string, any]>} changes */
const line = (changes) => JSON.stringify(changes.map(([key, value]) => (value === undefined ? [key] : [key, value]))) + "\n";

/** @param {Map<string, any>} values @param {Array<[string, any]>} changes */
function apply(values, changes) {
    for (const [key, value] of changes) {
        if (value === undefined) values.delete(key);
        else values.set(key, value);
    }
}
