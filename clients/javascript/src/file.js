import { copyFile, open, readFile, rename, stat } from "node:fs/promises";
import { basename, dirname, extname } from "node:path";

import { MartletError } from "./errors.js";
import { FileLock } from "./filelock.js";
import { movedRow, Rows } from "./rows.js";

/** @typedef {import("./types.js").Change} Change */

/** The first line. In release 0.3 there was none, and a line had pairs of a name and a value. */
const head = JSON.stringify({ format: 2 });

/**
 * Keeps rows in a file, for Node: each write is one line at the end, on the disk before the promise is done. One process has
 * the file at a time, until it closes it or ends.
 * @implements {Storage} @typedef {import("./types.js").Storage} Storage
 */
export class FileStorage {
    /** @type {Rows | undefined} */
    #rows;
    /** @type {import("node:fs/promises").FileHandle | undefined} */
    #file;
    /** So many changes are in the file. */
    #changes = 0;
    /** The file has to be written anew: a write has failed, and may have left a part of its line, or there is no file. */
    #isTorn = false;
    #turn = Promise.resolve();
    #lock;

    /** @param {string} path */
    constructor(path) {
        this.path = path;
        this.#lock = new FileLock(path);
    }

    /**
     * @param {string} space @param {string} [from] @param {string} [to] @param {number} [limit]
     * @returns {Promise<Array<[string, any]>>}
     */
    range(space, from, to, limit) {
        return this.#next(async () => (await this.#read()).range(space, from, to, limit));
    }

    /** @param {Change[]} changes @returns {Promise<void>} */
    async write(changes) {
        const copies = structuredClone(changes);
        return this.#next(async () => {
            const rows = await this.#read();
            if (this.#isTorn || this.#changes >= 2 * rows.size + 1000) {
                const changed = new Rows();
                changed.apply([...rows.all(), ...copies]);
                await this.#compact(changed);
            } else {
                await this.#append(copies);
                rows.apply(copies);
            }
        });
    }

    /**
     * A file that cannot be read, and of which something is kept, goes on beside itself, as `.damaged`.
     * @param {string[]} [kept] @returns {Promise<void>}
     */
    clear(kept = []) {
        return this.#next(async () => {
            const rows = new Rows();
            if (kept.length > 0) {
                const { changes, damage } = await this.#parse();
                if (damage) await copyFile(this.path, `${this.path}.damaged`);
                rows.apply(changes.filter(([space]) => kept.includes(space)));
            }
            await this.#compact(rows);
        });
    }

    close() {
        this.#next(async () => {
            await this.#file?.close();
            this.#file = undefined;
            // Another process may write to it from now on.
            this.#rows = undefined;
            await this.#lock.release();
        }, false);
    }

    /** @template Result @param {() => Promise<Result>} action @returns {Promise<Result>} */
    #next(action, isLocked = true) {
        const result = this.#turn.then(async () => {
            if (isLocked) await this.#lock.take();
            return action();
        });
        this.#turn = result.then(
            () => {},
            () => {},
        );
        return result;
    }

    async #read() {
        if (this.#rows) return this.#rows;
        const { changes, damage, isWhole } = await this.#parse();
        if (damage) throw new MartletError({ name: "damaged", message: damage });
        const rows = new Rows();
        rows.apply(changes);
        this.#changes = changes.length;
        if (isWhole) this.#rows = rows;
        else await this.#compact(rows);
        return rows;
    }

    /** What can be read of the file, and the first thing that cannot. It is not whole if it needs to be written anew. */
    async #parse() {
        const text = await readFile(this.path, "utf8").catch((error) => {
            if (error.code === "ENOENT") return "";
            throw error;
        });
        const lines = text.split("\n");
        // What follows the last line feed was being written when the process ended.
        let isWhole = lines.pop() === "";
        const hasHead = lines[0]?.startsWith("{");
        if (lines.length === 0) this.#isTorn = true;
        else if (!hasHead) isWhole = false;
        /** @type {Change[]} */
        const changes = [];
        let damage = hasHead && lines[0] !== head ? `${this.path} is of another release: ${lines[0]}` : undefined;
        for (const [index, one] of lines.entries()) {
            if (index === 0 && hasHead) continue;
            try {
                const read = JSON.parse(one);
                changes.push(...(hasHead ? read : read.map((/** @type {[string, any]} */ [name, value]) => movedRow(name, value))));
            } catch (error) {
                // So was the last line if the disk has not all of it.
                if (index === lines.length - 1) isWhole = false;
                else damage ??= `${this.path}, line ${index + 1}: ${error}`;
            }
        }
        return { changes, damage, isWhole };
    }

    /** @param {Change[]} changes */
    async #append(changes) {
        this.#isTorn = true;
        this.#file ??= await open(this.path, "a", 0o600);
        await this.#file.appendFile(line(changes));
        await this.#file.datasync();
        this.#isTorn = false;
        this.#changes += changes.length;
    }

    /**
     * Writes the file anew, with these rows: whatever happens, either the former one is there or this one.
     * @param {Rows} rows
     */
    async #compact(rows) {
        const written = await open(`${this.path}.new`, "w", 0o600);
        try {
            await written.appendFile([head, ...rows.all().map((row) => JSON.stringify([row]))].join("\n") + "\n");
            await written.sync();
        } finally {
            await written.close();
        }
        await this.#file?.close();
        this.#file = undefined;
        await rename(`${this.path}.new`, this.path);
        await syncFolder(dirname(this.path));
        this.#rows = rows;
        this.#changes = rows.size;
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

/** @param {Change[]} changes */
const line = (changes) => JSON.stringify(changes.map(([space, key, value]) => (value === undefined ? [space, key] : [space, key, value]))) + "\n";

const typesByEnding = /** @type {Record<string, string>} */ ({
    png: "image/png", jpg: "image/jpeg", jpeg: "image/jpeg", gif: "image/gif", webp: "image/webp", mp3: "audio/mpeg",
    m4a: "audio/mp4", mp4: "video/mp4", webm: "video/webm", txt: "text/plain", pdf: "application/pdf", zip: "application/zip",
});

/**
 * A file that `media.js` uploads; it is read piece by piece, and found again after a restart.
 * @param {string} path
 * @returns {Promise<import("./upload.js").UploadFile>}
 */
export async function openFile(path) {
    const { size } = await stat(path);
    const slice = (start = 0, end = size) => ({ arrayBuffer: () => readPart(path, start, Math.min(end, size) - start) });
    return { path, size, slice, name: basename(path), type: typesByEnding[extname(path).slice(1).toLowerCase()] ?? "" };
}

/** @param {string} path @param {number} start @param {number} length @returns {Promise<ArrayBuffer>} */
async function readPart(path, start, length) {
    const file = await open(path);
    try {
        const bytes = new Uint8Array(length);
        const { bytesRead } = await file.read(bytes, 0, length, start);
        if (bytesRead !== length) throw new Error(`${path} has become shorter`);
        return bytes.buffer;
    } finally {
        await file.close();
    }
}
