/**
 * @typedef {import("./clock.js").Clock} Clock
 * @typedef {import("../types/protocol.js").Conversation} Conversation
 * @typedef {{expireAt?: number}} Ending a message
 */

/** Timers stand still while a device sleeps, and clocks are set: so it looks again after this long. */
const longest = 600_000;

/**
 * Waits for the moments at which messages expire. What is shown then is found out by the clock, by whoever shows it: a timer can
 * come late, and no message of the gateway may come at all.
 */
export class Ends {
    /**
     * The next end of what is shown under a name; infinite if all of them have passed.
     * @type {Map<string, number>}
     */
    #next = new Map();
    /** @type {any} */
    #timer;

    /**
     * @param {Clock} clock
     * @param {() => number} now the gateway's clock
     * @param {(name: string) => void} ended what is shown under the name is another by now
     */
    constructor(clock, now, ended) {
        this.clock = clock;
        this.now = now;
        this.ended = ended;
    }

    /**
     * What is shown under a name from now on.
     * @param {string} name
     * @param {Iterable<Ending | null>} messages
     */
    note(name, messages) {
        const now = this.now();
        let next;
        for (const message of messages) {
            const end = message?.expireAt;
            if (end !== undefined) next = Math.min(next ?? Infinity, end > now ? end : Infinity);
        }
        if (next === undefined) this.#next.delete(name);
        else this.#next.set(name, next);
        this.#schedule();
    }

    /** The gateway's clock is known better. */
    look() {
        for (const name of this.#next.keys()) this.ended(name);
    }

    stop() {
        this.#next.clear();
        this.clock.cancel(this.#timer);
    }

    #schedule() {
        this.clock.cancel(this.#timer);
        const next = Math.min(...this.#next.values());
        if (next === Infinity) return;
        this.#timer = this.clock.after(() => this.pass(), Math.min(longest, Math.max(0, next - this.now())));
    }

    /** Time has passed, perhaps more than the timer knows. */
    pass() {
        const now = this.now();
        for (const [name, next] of this.#next) {
            if (next > now) continue;
            this.#next.set(name, Infinity);
            this.ended(name);
        }
        this.#schedule();
    }
}

/** @param {Ending} message @param {number} now */
const hasExpired = ({ expireAt }, now) => expireAt !== undefined && expireAt <= now;

/**
 * The messages that there are at a time.
 * @template {Ending} Message
 * @param {Message[]} messages
 * @param {number} now
 */
export const present = (messages, now) =>
    messages.some((message) => hasExpired(message, now)) ? messages.filter((message) => !hasExpired(message, now)) : messages;

/**
 * Conversations without what their last message said.
 * @type {WeakMap<Conversation, Conversation>}
 */
const emptied = new WeakMap();

/**
 * A conversation as the gateway gives it at a time: its last message keeps its place, and says nothing any more.
 * @param {Conversation} conversation
 * @param {number} now
 * @returns {Conversation}
 */
export function shown(conversation, now) {
    const { lastMessage } = conversation;
    if (!lastMessage || lastMessage.isExpired || !hasExpired(lastMessage, now)) return conversation;
    const { recalled, edited, replyTo, pinned, ...place } = lastMessage;
    const known = emptied.get(conversation) ?? { ...conversation, lastMessage: { ...place, body: {}, isExpired: true } };
    emptied.set(conversation, known);
    return known;
}
