import { endOf, keyOf, keysOf, seqOf } from "./batch.js";
import { mergedMessage } from "./changes.js";
import { cut, includes, outlasts, withGap, withMessage, withPage, withReset } from "./ranges.js";

/**
 * @typedef {import("./batch.js").Batch} Batch
 * @typedef {import("./ranges.js").Range} Range
 * @typedef {import("../types/protocol.js").Message} Message
 *
 * What the device has of a conversation's messages: where, how many, when the user looked at them last, and a time before which
 * none of them was sent.
 * @typedef {{ranges: Range[], count: number, bytes: number, seen: number, oldest?: number}} Shelf
 *
 * What finds out by the rows that are there which ones to write.
 * @typedef {(batch: Batch) => Promise<void>} Step
 */

/** So much the device keeps; the conversation that was not looked at for longest gives way. */
export const most = { messages: 20_000, bytes: 64 * 2 ** 20, unopened: 500 };

/** So many messages stay of a conversation that gives way, at first. */
const remainder = 50;

/** The messages on the device: each change of what is there is noted as a step, which the next write carries out. */
export class Shelves {
    /** @type {Map<string, Shelf>} */
    #shelves = new Map();
    /** @type {Step[]} */
    #steps = [];
    /**
     * Those whose rows are to be written.
     * @type {Set<string>}
     */
    #touched = new Set();

    /**
     * @param {object} options
     * @param {() => number} options.now
     * @param {(conversationID: string) => boolean} options.isOpen whether a page shows the conversation
     */
    constructor({ now, isOpen }) {
        this.now = now;
        this.isOpen = isOpen;
    }

    /**
     * Goes on with what is on the device.
     * @param {Array<[string, Shelf]>} rows
     */
    restore(rows) {
        this.#shelves = new Map(rows);
        this.#steps = [];
        this.#touched.clear();
    }

    /** @returns {string[]} */
    get ids() {
        return [...this.#shelves.keys()];
    }

    /** @param {Step} step */
    step(step) {
        this.#steps.push(step);
    }

    /**
     * Steps that were carried out, and not written.
     * @param {import("./types.js").Change[]} changes
     */
    putBack(changes) {
        this.#steps.unshift(async (batch) => batch.put(...changes));
    }

    /**
     * A message that was told, behind all others, or an own one that is late: what is between may not be here.
     * @param {Message} message @param {boolean} isLate
     */
    add(message, isLate) {
        const { conversationID, seq } = message;
        const { ranges } = this.#shelf(conversationID);
        const isNewest = !isLate && (ranges.length === 0 || seq > ranges[0].to);
        if (isNewest) this.#become(conversationID, withMessage(ranges, seq));
        else if (!includes(ranges, seq)) return;
        this.#stepOf(conversationID, async (batch) => {
            const known = isNewest ? undefined : await batch.get("message", keyOf(conversationID, seq));
            this.#put(batch, known ? mergedMessage(known, message) : message, known);
        });
    }

    /**
     * A message as it is now.
     * @param {Message} message
     */
    change(message) {
        const { conversationID, seq } = message;
        if (!includes(this.#shelves.get(conversationID)?.ranges ?? [], seq)) return;
        this.#stepOf(conversationID, async (batch) => {
            const known = await batch.get("message", keyOf(conversationID, seq));
            if (known) this.#put(batch, mergedMessage(known, message), known);
        });
    }

    /**
     * Messages are gone.
     * @param {string} conversationID @param {string[]} ids
     */
    drop(conversationID, ids) {
        if (!this.#shelves.has(conversationID)) return;
        this.#stepOf(conversationID, async (batch) => {
            for (const known of (await batch.range("message", ...keysOf(conversationID))).values()) {
                if (ids.includes(known.msgId)) this.#remove(batch, known);
            }
        });
    }

    /**
     * Messages up to `to` were not fetched.
     * @param {string} conversationID @param {number} to
     */
    gap(conversationID, to) {
        const shelf = this.#shelves.get(conversationID);
        if (shelf) this.#become(conversationID, withGap(shelf.ranges, to));
    }

    /**
     * The stream goes on behind `to`; what is before it may be gone, and what is behind it is.
     * @param {string} conversationID @param {number} to
     * @param {boolean} [isKept] what is older than the gateway keeps stays
     */
    reset(conversationID, to, isKept) {
        const shelf = this.#shelves.get(conversationID);
        if (!shelf) return;
        this.#become(conversationID, withReset(shelf.ranges, to, isKept));
        this.step((batch) => this.#removeAll(batch, keysOf(conversationID, to + 1)));
    }

    /**
     * The conversation is no more.
     * @param {string} conversationID
     */
    forget(conversationID) {
        if (!this.#shelves.delete(conversationID)) return;
        this.#stepOf(conversationID, async (batch) => {
            await this.#removeAll(batch, keysOf(conversationID));
            // A shelf that was begun since has lost the messages of the old one, which it never counted.
            Object.assign(this.#shelves.get(conversationID) ?? {}, { count: 0, bytes: 0, oldest: undefined });
        });
    }

    /**
     * A page was read from the gateway, of messages older than `before`, or of the newest if that is 0. The last one says nothing
     * of messages that are older than the gateway keeps.
     * @param {string} conversationID @param {number} before
     * @param {{messages: Message[], cursor: number, isFinished: boolean}} page
     * @param {number} keptSince since when the gateway keeps messages
     */
    page(conversationID, before, { messages, cursor, isFinished }, keptSince) {
        const { ranges } = this.#shelf(conversationID);
        const low = isFinished ? 1 : cursor;
        const top = messages[0]?.seq ?? 0;
        const grown = withPage(ranges, { before, low, top });
        if (!grown) return;
        this.#become(conversationID, grown);
        const high = before === 0 ? Math.max(top, (ranges[0]?.from ?? 0) - 1) : before - 1;
        this.step(async (batch) => {
            const known = await batch.range("message", ...keysOf(conversationID, low, high));
            const seqs = new Set(messages.map(({ seq }) => seq));
            const bottom = messages.at(-1)?.seq ?? high + 1;
            const isBeyond = (/** @type {Message} */ { seq, time }) => isFinished && seq < bottom && time < keptSince && outlasts(ranges, seq);
            for (const one of known.values()) if (!seqs.has(one.seq) && !isBeyond(one)) this.#remove(batch, one);
            for (const message of messages) this.#put(batch, message, known.get(keyOf(conversationID, message.seq)));
        });
    }

    /**
     * The user looks at a conversation.
     * @param {string} conversationID
     */
    look(conversationID) {
        const shelf = this.#shelves.get(conversationID);
        if (!shelf) return;
        shelf.seen = this.now();
        this.#touched.add(conversationID);
    }

    /**
     * Whether there may be messages of before a time.
     * @param {string} conversationID @param {number} time
     */
    hasBefore(conversationID, time) {
        return (this.#shelves.get(conversationID)?.oldest ?? Infinity) < time;
    }

    /**
     * Carries out what was noted up to now.
     * @param {Batch} batch
     * @param {number} [since] what is older goes
     */
    async carryOut(batch, since = -Infinity) {
        const steps = this.#steps.splice(0);
        // As they are now: what is told while the steps are carried out is in the next write.
        const ranges = new Map([...this.#touched].map((id) => [id, this.#shelves.get(id)?.ranges]));
        this.#touched.clear();
        try {
            for (const step of steps) await step(batch);
            await this.#bound(batch, ranges);
            for (const id of this.ids.filter((one) => this.hasBefore(one, since))) await this.#age(batch, ranges, id, since);
        } catch (error) {
            this.#steps.unshift(...steps);
            for (const id of ranges.keys()) this.#touched.add(id);
            throw error;
        }
        for (const [id, kept] of ranges) {
            const shelf = this.#shelves.get(id);
            batch.put(["range", id, shelf && kept && { ...shelf, ranges: kept }]);
        }
    }

    /**
     * Removes messages that have ended.
     * @param {Batch} batch @param {number} now
     */
    async expire(batch, now) {
        for (const [end, key] of await batch.range("end", "", endOf(now + 1))) {
            const message = await batch.get("message", key);
            if (message) this.#remove(batch, message);
            batch.put(["end", end]);
        }
    }

    /** @param {string} conversationID */
    #shelf(conversationID) {
        const shelf = this.#shelves.get(conversationID) ?? { ranges: [], count: 0, bytes: 0, seen: 0 };
        this.#shelves.set(conversationID, shelf);
        return shelf;
    }

    /** @param {string} conversationID @param {Step} step */
    #stepOf(conversationID, step) {
        this.#touched.add(conversationID);
        this.step(step);
    }

    /** @param {string} conversationID @param {Range[]} ranges */
    #become(conversationID, ranges) {
        this.#shelf(conversationID).ranges = ranges;
        this.#touched.add(conversationID);
    }

    /** @param {Batch} batch @param {Message} message @param {Message} [known] the row in its place */
    #put(batch, message, known) {
        if (known) this.#remove(batch, known);
        const key = keyOf(message.conversationID, message.seq);
        batch.put(["message", key, message]);
        if (message.expireAt !== undefined) batch.put(["end", endOf(message.expireAt, key), key]);
        this.#count(message, 1);
    }

    /** @param {Batch} batch @param {Message} message */
    #remove(batch, message) {
        const key = keyOf(message.conversationID, message.seq);
        batch.put(["message", key]);
        if (message.expireAt !== undefined) batch.put(["end", endOf(message.expireAt, key)]);
        this.#count(message, -1);
    }

    /** @param {Batch} batch @param {[string, string]} keys */
    async #removeAll(batch, keys) {
        for (const message of (await batch.range("message", ...keys)).values()) this.#remove(batch, message);
    }

    /** @param {Message} message @param {1 | -1} one */
    #count(message, one) {
        const shelf = this.#shelves.get(message.conversationID);
        if (!shelf) return;
        shelf.count += one;
        shelf.bytes += one * sizeOf(message);
        if (one > 0) shelf.oldest = Math.min(shelf.oldest ?? Infinity, message.time);
    }

    /**
     * Removes messages that are older than the device keeps them; a conversation's last one stays.
     * @param {Batch} batch @param {Map<string, Range[] | undefined>} ranges @param {string} id @param {number} since
     */
    async #age(batch, ranges, id, since) {
        const rows = [...(await batch.range("message", ...keysOf(id))).values()];
        await this.#shorten(batch, ranges, id, Math.max(1, rows.filter(({ time }) => time >= since).length));
    }

    /**
     * Has what gives way removed.
     * @param {Batch} batch @param {Map<string, Range[] | undefined>} ranges that are written
     */
    async #bound(batch, ranges) {
        const isLong = (/** @type {string} */ id) => (this.#shelves.get(id)?.count ?? 0) > most.unopened && !this.isOpen(id);
        for (const id of [...ranges.keys()].filter(isLong)) await this.#shorten(batch, ranges, id, most.unopened - remainder);
        const shelves = () => [...this.#shelves];
        const total = (/** @type {"count" | "bytes"} */ of) => shelves().reduce((sum, [, shelf]) => sum + shelf[of], 0);
        const rank = (/** @type {[string, Shelf]} */ [id, { seen }]) => (this.isOpen(id) ? Infinity : seen);
        while (total("count") > most.messages || total("bytes") > most.bytes) {
            const long = shelves().filter(([, { count }]) => count > remainder);
            const filled = long.length > 0 ? long : shelves().filter(([, { count }]) => count > 0);
            const [id, { count }] = filled.reduce((one, other) => (rank(other) < rank(one) ? other : one));
            const least = this.isOpen(id) ? Math.max(remainder, count >> 1) : remainder;
            await this.#shorten(batch, ranges, id, count > least ? least : 0);
        }
    }

    /**
     * Leaves the newest messages of a conversation.
     * @param {Batch} batch @param {Map<string, Range[] | undefined>} ranges @param {string} id @param {number} count
     */
    async #shorten(batch, ranges, id, count) {
        const rows = [...(await batch.range("message", ...keysOf(id)))].sort(([one], [other]) => (one < other ? -1 : 1));
        const [kept, gone] = [rows.slice(0, count), rows.slice(count)];
        for (const [, message] of gone) this.#remove(batch, message);
        const shelf = this.#shelf(id);
        // Counted anew, so that an error of the count does not stay.
        shelf.count = kept.length;
        shelf.bytes = kept.reduce((sum, [, message]) => sum + sizeOf(message), 0);
        shelf.oldest = kept.length > 0 ? Math.min(...kept.map(([, { time }]) => time)) : undefined;
        if (gone.length === 0) return;
        const from = seqOf(gone[0][0]) + 1;
        ranges.set(id, cut(ranges.get(id) ?? shelf.ranges, from));
        shelf.ranges = cut(shelf.ranges, from);
    }
}

/** @param {Message} message */
const sizeOf = (message) => JSON.stringify(message).length;
