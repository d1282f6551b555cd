import { Budget } from "./budget.js";
import { MartletError } from "./errors.js";
import { randomName } from "./ids.js";
import { isKnown } from "./retries.js";

/**
 * @typedef {object} RequestOptions
 * @property {number} [timeout] milliseconds until the call fails, 30,000 unless given; 0 for never
 * @property {string | null} [key] names the request, so that a repeat is done once; null for a request that may be done
 *     twice without harm. Without it the client makes a key.
 * @property {boolean} [isBound] it belongs to one connection: without one, and when it is lost, the call fails
 * @property {number} [lostAt] when another tab was asked for it, which may have sent it
 * @property {boolean} [urgent] bound, and sent at once, before all that wait
 * @property {{traceparent?: string, tracestate?: string}} [trace] the trace that it belongs to (W3C Trace Context), as tracing
 *     libraries inject it into a carrier
 *
 * @typedef {object} Pending
 * @property {number} id
 * @property {string} op
 * @property {object} data
 * @property {RequestOptions} options
 * @property {(ok: any) => void} resolve
 * @property {(error: MartletError) => void} reject
 * @property {any} [timer]
 * @property {number} [sentAt] when it was sent last
 * @property {number} [end] how many characters had gone out with it on its connection
 * @property {number} [lostAt] when it was first sent without a reply: it may have been done
 */

const defaultTimeout = 30_000;

/**
 * Matches replies to requests, stays below the gateway's rate, and keeps the order: of requests that are refused as too
 * frequent (gw 1003) or because the gateway cannot write (gw 1008) nothing is done, so they go out again, in their
 * order, before anything new. After a lost connection, what has no reply goes out again with its key, unless that was so long
 * ago that the gateway may have forgotten the key.
 */
export class Requests {
    #nextID = 1;
    /** @type {Pending[]} */
    #waiting = [];
    /** @type {Map<number, Pending>} */
    #sent = new Map();
    /**
     * Refused, to be sent again.
     * @type {Pending[]}
     */
    #refused = [];
    /** How long to wait before the refused ones go out again, and then how long the last wait for gw 1008 was. */
    #pause = 0;
    #unavailable = 0;
    /**
     * Runs while nothing may go out.
     * @type {any}
     */
    #timer;
    /** How many characters have gone out on this connection, and how many of them the gateway has certainly read. */
    #written = 0;
    #read = 0;
    /** @type {((text: string) => void) | undefined} */
    #send;
    /** @type {Budget | undefined} */
    #budget;
    /** @type {number | undefined} */
    #retryHours;
    #clock;

    /** @param {import("./clock.js").Clock} clock */
    constructor(clock) {
        this.#clock = clock;
    }

    /** How many have no reply yet on this connection, beside the urgent ones. */
    get underWay() {
        return [...this.#sent.values()].filter(({ options }) => !options.urgent).length;
    }

    /** How many characters may still be on their way. */
    get unreadLength() {
        return this.#written - this.#read;
    }

    /**
     * @param {string} op
     * @param {object} [data]
     * @param {RequestOptions} [options]
     * @returns {Promise<any>}
     */
    request(op, data = {}, options = {}) {
        return new Promise((resolve, reject) => {
            const key = options.urgent || options.key === null ? undefined : options.key ?? randomName();
            /** @type {Pending} */
            const pending = { id: 0, op, data, options: { ...options, key }, resolve, reject, lostAt: options.lostAt };
            if (isBound(pending) && !this.#send) return reject(lost());
            const timeout = options.timeout ?? defaultTimeout;
            if (timeout) pending.timer = this.#clock.after(() => this.#expire(pending), timeout);
            if (options.urgent) return this.#transmit(pending);
            this.#waiting.push(pending);
            this.#pump();
        });
    }

    /**
     * A session is open: what waits goes out.
     * @param {(text: string) => void} send
     * @param {{perSecond: number, burst: number}} limit
     * @param {number} [retryHours] for so long the gateway knows a key
     */
    open(send, limit, retryHours) {
        this.#send = send;
        this.#retryHours = retryHours;
        this.#written = this.#read = 0;
        this.#budget = new Budget(limit, this.#clock.now());
        this.#pump();
    }

    /** The session is lost: what has no reply waits for the next one. */
    close() {
        this.#send = undefined;
        this.#clock.cancel(this.#timer);
        this.#timer = undefined;
        this.#pause = 0;
        for (const pending of this.#sent.values()) pending.lostAt ??= pending.sentAt;
        const again = [...this.#refused, ...this.#sent.values()].sort((one, other) => one.id - other.id);
        const all = [...again, ...this.#waiting];
        this.#refused = [];
        this.#sent.clear();
        this.#waiting = all.filter((pending) => !isBound(pending));
        for (const pending of all.filter(isBound)) this.#settle(pending, lost());
    }

    /**
     * Nothing goes out any more: all calls fail.
     * @param {MartletError} error
     */
    stop(error) {
        this.close();
        for (const pending of this.#waiting.splice(0)) this.#settle(pending, error);
    }

    /** @param {{id: number, ok?: any, error?: any}} reply */
    receive(reply) {
        // It fails if this is no reply.
        const { system, code } = reply.error ?? reply.ok;
        const pending = this.#sent.get(reply.id);
        if (!pending) return;
        this.#sent.delete(reply.id);
        this.#read = Math.max(this.#read, pending.end ?? 0);
        // What is said in a live room is old a second later, and its slow mode lasts: the sender decides.
        const isRefused = system === "gw" && [1003, 1008].includes(code);
        if (isRefused && !pending.options.urgent && pending.op !== "room.send") {
            this.#hold(pending, code);
        } else if (reply.error) {
            this.#settle(pending, new MartletError(reply.error));
        } else {
            this.#unavailable = 0;
            this.#settle(pending, undefined, reply.ok);
        }
        this.#pump();
    }

    /** @param {Pending} pending @param {number} refusal */
    #hold(pending, refusal) {
        this.#refused.push(pending);
        if (refusal === 1008) this.#unavailable = Math.min(60_000, Math.max(1000, this.#unavailable * 2));
        const wait = refusal === 1008 ? this.#unavailable * (1 + this.#clock.random() / 4) : 1000;
        this.#pause = Math.max(this.#pause, wait);
    }

    #pump() {
        if (!this.#send || this.#timer !== undefined) return;
        if (this.#refused.length > 0 && this.underWay === 0) {
            const pause = this.#pause;
            this.#pause = 0;
            if (this.#wait(pause)) return;
            this.#waiting.unshift(...this.#refused.splice(0).sort((one, other) => one.id - other.id));
        }
        while (this.#refused.length === 0 && this.#waiting.length > 0) {
            if (this.#wait(this.#budget?.take(this.#clock.now()) ?? 0)) return;
            const pending = /** @type {Pending} */ (this.#waiting.shift());
            if (this.#isForgotten(pending)) this.#settle(pending, new MartletError({ name: "maybeDone", message: pending.op }));
            else this.#transmit(pending);
        }
    }

    /**
     * Whether the gateway may have done it, and not know that any more: asked again, it would be done twice.
     * @param {Pending} pending
     */
    #isForgotten({ lostAt, options }) {
        return options.key && lostAt !== undefined && !isKnown(lostAt, this.#clock.now(), this.#retryHours);
    }

    /** @param {number} milliseconds */
    #wait(milliseconds) {
        if (milliseconds <= 0) return false;
        this.#timer = this.#clock.after(() => {
            this.#timer = undefined;
            this.#pump();
        }, milliseconds);
        return true;
    }

    /** @param {Pending} pending */
    #transmit(pending) {
        pending.id = this.#nextID++;
        pending.sentAt = this.#clock.now();
        this.#sent.set(pending.id, pending);
        const { id, op, data, options: { key, trace } } = pending;
        const text = JSON.stringify({ id, op, key, trace, data });
        this.#written += text.length;
        pending.end = this.#written;
        this.#send?.(text);
    }

    /** @param {Pending} pending */
    #expire(pending) {
        this.#sent.delete(pending.id);
        this.#waiting = this.#waiting.filter((other) => other !== pending);
        this.#refused = this.#refused.filter((other) => other !== pending);
        this.#settle(pending, new MartletError({ name: "timeout", message: `no reply to ${pending.op}` }));
        this.#pump();
    }

    /** @param {Pending} pending @param {MartletError} [error] @param {any} [ok] */
    #settle(pending, error, ok) {
        this.#clock.cancel(pending.timer);
        if (error) pending.reject(error);
        else pending.resolve(ok);
    }
}

/** @param {Pending} pending */
const isBound = ({ options }) => options.isBound || options.urgent;

const lost = () => new MartletError({ name: "connectionLost" });
