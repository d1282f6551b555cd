import { open, readFile, rename, writeFile } from "node:fs/promises";

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
            apply(values, changes);
            if (++this.#lines > 2 * values.size + 1000) await this.#compact(values);
            else await this.#append(changes);
        });
    }

    /** @returns {Promise<void>} */
    clear() {
        return this.#next(() => this.#compact((this.#values = new Map())));
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
        // What follows the last line feed was being written when the process ended.
        const lines = text.split("\n").slice(0, -1);
        for (const line of lines) apply(values, JSON.parse(line));
        this.#lines = lines.length;
        if (text !== "" && !text.endsWith("\n")) await this.#compact(values);
        return (this.#values = values);
    }

    /** @param {Array<[string, any]>} changes */
    async #append(changes) {
        this.#file ??= await open(this.path, "a", 0o600);
        await this.#file.write(line(changes));
        await this.#file.datasync();
    }

    /** @param {Map<string, any>} values */
    async #compact(values) {
        await this.#file?.close();
        this.#file = undefined;
        await writeFile(`${this.path}.new`, values.size > 0 ? line([...values]) : "", { mode: 0o600 });
        await rename(`${this.path}.new`, this.path);
        this.#lines = 1;
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
