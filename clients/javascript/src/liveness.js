/**
 * @typedef {import("./clock.js").Clock} Clock
 * @typedef {{underWay: number, unreadLength: number}} Asked the requests that went out
 */

/** How long a probe may stay without an answer, or a request without any sign of life. */
const patience = 5000;

/** After so long without an answer to a request, and without anything else, it probes. */
const soon = 1000;

/** So much of what goes out, in characters for each millisecond, may a slow network take. */
const slowest = 4;

/** A timer that fires so late was held back by the browser, or the device slept. */
const late = 2000;

/**
 * Finds out whether an open connection still works. A page does not see the gateway's pings, and a browser holds timers
 * back, so what counts is the time since the last message: after a silence, and when the device wakes, it asks (`probe`), and
 * without an answer the connection is dead. While a request waits for its reply, a short silence is enough.
 */
export class Liveness {
    #heard;
    /** When the first of the requests went out that have waited since. */
    #asked = 0;
    /** The silence after which it probes while a request waits: longer after each answer, since a reply may take its time. */
    #soon = soon;
    /** When the probe was sent that has no answer yet. */
    #probed = 0;
    #isExcused = false;
    /** @type {any} */
    #timer;
    #due = 0;

    /**
     * @param {Clock} clock
     * @param {number} interval the silence after which it probes
     * @param {{probe: () => void, dead: () => void}} actions
     * @param {Asked} requests
     */
    constructor(clock, interval, actions, requests) {
        this.clock = clock;
        this.interval = interval;
        this.actions = actions;
        this.requests = requests;
        this.#heard = clock.now();
        this.#schedule(interval);
    }

    /** A message came. */
    heard() {
        this.#heard = this.clock.now();
        if (this.#probed) {
            this.#probed = 0;
            this.#soon *= 2;
            this.#schedule(this.#tolerance());
        }
    }

    /** A request went out. */
    asked() {
        const now = this.clock.now();
        if (!this.#probed && this.requests.underWay === 1) {
            this.#asked = now;
            this.#soon = soon;
        }
        const tolerance = this.#tolerance();
        if (!this.#probed && this.#due - now > tolerance) this.#schedule(tolerance);
    }

    /** The page is seen again, or the network is back: the socket may be open and dead. */
    wake() {
        if (!this.#probed && this.clock.now() - this.#heard >= 1000) this.#probe(patience);
    }

    stop() {
        this.clock.cancel(this.#timer);
    }

    /** @param {number} milliseconds */
    #schedule(milliseconds) {
        this.clock.cancel(this.#timer);
        this.#due = this.clock.now() + milliseconds;
        this.#timer = this.clock.after(() => this.#check(), milliseconds);
    }

    /** How long a silence is not looked into. */
    #tolerance() {
        if (this.requests.underWay === 0) return this.interval;
        return Math.min(this.interval, this.#soon + this.requests.unreadLength / slowest);
    }

    #check() {
        const now = this.clock.now();
        // A clock that was set back would otherwise keep the timer waiting for as long.
        this.#heard = Math.min(this.#heard, now);
        this.#asked = Math.min(this.#asked, now);
        if (!this.#probed) {
            const isWaiting = this.requests.underWay > 0;
            const silence = now - (isWaiting ? Math.max(this.#heard, this.#asked) : this.#heard);
            const tolerance = this.#tolerance();
            if (silence < tolerance) this.#schedule(tolerance - silence);
            else this.#probe(isWaiting ? patience - soon : patience);
        } else if (now - this.#due >= late && !this.#isExcused) {
            // The answer may be waiting behind this very timer.
            this.#isExcused = true;
            this.#schedule(1000);
        } else {
            this.actions.dead();
        }
    }

    /** @param {number} patience */
    #probe(patience) {
        this.#probed = this.clock.now();
        this.#isExcused = false;
        this.#schedule(patience);
        this.actions.probe();
    }
}
