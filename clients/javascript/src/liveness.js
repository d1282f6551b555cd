/** @typedef {import("./clock.js").Clock} Clock */

/** How long a probe may stay without an answer. */
const patience = 5000;

/** A timer that fires so late was held back by the browser, or the device slept. */
const late = 2000;

/**
 * Finds out whether an open connection still works. A page does not see the gateway's pings, and a browser holds timers
 * back, so what counts is the time since the last message: after a silence, and when the device wakes, it asks (`probe`), and
 * without an answer the connection is dead.
 */
export class Liveness {
    #heard;
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
     */
    constructor(clock, interval, actions) {
        this.clock = clock;
        this.interval = interval;
        this.actions = actions;
        this.#heard = clock.now();
        this.#schedule(interval);
    }

    /** A message came. */
    heard() {
        this.#heard = this.clock.now();
        if (this.#probed) {
            this.#probed = 0;
            this.#schedule(this.interval);
        }
    }

    /** The page is seen again, or the network is back: the socket may be open and dead. */
    wake() {
        if (!this.#probed && this.clock.now() - this.#heard >= 1000) this.#probe();
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

    #check() {
        const now = this.clock.now();
        // A clock that was set back would otherwise keep the timer waiting for as long.
        this.#heard = Math.min(this.#heard, now);
        if (!this.#probed) {
            const silence = now - this.#heard;
            if (silence >= this.interval) this.#probe();
            else this.#schedule(this.interval - silence);
        } else if (now - this.#due >= late && !this.#isExcused) {
            // The answer may be waiting behind this very timer.
            this.#isExcused = true;
            this.#schedule(1000);
        } else {
            this.actions.dead();
        }
    }

    #probe() {
        this.#probed = this.clock.now();
        this.#isExcused = false;
        this.#schedule(patience);
        this.actions.probe();
    }
}
