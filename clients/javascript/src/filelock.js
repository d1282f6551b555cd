import { link, readFile, rename, unlink, writeFile } from "node:fs/promises";
import { resolve } from "node:path";

import { MartletError } from "./errors.js";

/**
 * The process that holds a file: its id, and when it began, as far as the system tells. Another one may get the id later.
 * @typedef {{pid: number, start?: string}} Holder
 */

/** Another process is writing its lock, or takes one over: so often this one looks again, and so long it waits. */
const mostTries = 5;
const pauseMilliseconds = 20;

/**
 * How often each file is held here: a process may have it several times, one storage after the other.
 * @type {Map<string, number>}
 */
const held = new Map();

/**
 * Has a file for this process alone, by a file beside it that names the process. One that a process has left which is dead,
 * however it died, is taken over.
 */
export class FileLock {
    #path;
    #isHeld = false;

    /** @param {string} path of the file that is held */
    constructor(path) {
        this.#path = `${resolve(path)}.lock`;
    }

    /** Fails with the name `locked` while another process has the file. */
    async take() {
        if (this.#isHeld) return;
        const count = held.get(this.#path) ?? 0;
        if (count === 0) await this.#take();
        held.set(this.#path, (held.get(this.#path) ?? 0) + 1);
        this.#isHeld = true;
    }

    async release() {
        if (!this.#isHeld) return;
        this.#isHeld = false;
        const count = (held.get(this.#path) ?? 1) - 1;
        held.set(this.#path, count);
        if (count === 0) await unlink(this.#path).catch(unlessMissing);
    }

    async #take() {
        const own = JSON.stringify(await holderOf(process.pid));
        for (let tries = 0; ; tries++) {
            try {
                return await writeFile(this.#path, own, { flag: "wx", mode: 0o600 });
            } catch (error) {
                if (codeOf(error) !== "EEXIST") throw error;
            }
            const text = await readFile(this.#path, "utf8").catch(unlessMissing);
            const holder = parsed(text);
            const isAlive = holder && (await isThere(holder));
            if (tries >= mostTries || isAlive) throw locked(this.#path, holder);
            // What is no JSON is being written, or its process died over it.
            const isOver = text !== undefined && (holder || tries === mostTries - 1);
            if (isOver && (await this.#replace(text, own))) return;
            await new Promise((done) => setTimeout(done, pauseMilliseconds));
        }
    }

    /**
     * Puts the own lock in the place of a dead process's, unless another process does. One process at a time does so: the
     * one that has the file `….next`, which becomes the lock.
     * @param {string} dead the text of the dead process's lock @param {string} own
     */
    async #replace(dead, own) {
        const [aside, next] = [`${this.#path}.${process.pid}`, `${this.#path}.next`];
        await writeFile(aside, own, { mode: 0o600 });
        const isNext = await link(aside, next).then(() => true, unlessThere);
        await unlink(aside);
        if (!isNext) {
            const other = parsed(await readFile(next, "utf8").catch(unlessMissing));
            if (other && !(await isThere(other))) await unlink(next).catch(unlessMissing);
            return false;
        }
        if ((await readFile(this.#path, "utf8").catch(unlessMissing)) === dead) await rename(next, this.#path).catch(unlessMissing);
        else await unlink(next).catch(unlessMissing);
        // A process that took this one's file for a dead one's may have removed it.
        return (await readFile(this.#path, "utf8").catch(unlessMissing)) === own;
    }
}

/** @param {string} lock @param {Holder} [holder] */
const locked = (lock, holder) =>
    new MartletError({ name: "locked", message: `another process has the file: ${lock} names ${holder?.pid ?? "none"}` });

/** @param {any} error */
const codeOf = (error) => error.code;

/** @param {any} error */
function unlessThere(error) {
    if (codeOf(error) !== "EEXIST") throw error;
    return false;
}

/** @param {any} error @returns {undefined} */
function unlessMissing(error) {
    if (codeOf(error) !== "ENOENT") throw error;
    return undefined;
}

/** @param {string} [text] @returns {Holder | undefined} */
function parsed(text = "") {
    try {
        const { pid, start } = JSON.parse(text);
        return Number.isInteger(pid) ? { pid, start } : undefined;
    } catch {
        return undefined;
    }
}

/** @param {Holder} holder */
async function isThere({ pid, start }) {
    // This process has taken no lock: it was one that had the same id, as the first of a container has.
    if (pid === process.pid) return false;
    try {
        process.kill(pid, 0);
    } catch (error) {
        if (codeOf(error) === "ESRCH") return false;
    }
    const now = await holderOf(pid);
    return start === undefined || now.start === start;
}

/**
 * What Linux tells of a process: the number of the tick when it began stands 20th behind its name, and its state first.
 * @param {number} pid @returns {Promise<Holder>}
 */
async function holderOf(pid) {
    const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    // One that is dead and not waited for has a place still.
    const start = fields[0] === "Z" ? "dead" : fields[19];
    return { pid, ...(start && { start }) };
}
