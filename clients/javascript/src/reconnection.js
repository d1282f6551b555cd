import { afterClose, afterRefusal, retryDelay, wellAfterMilliseconds } from "./closing.js";

/** How many tokens in a row may be refused before the client gives up. */
const refusedTokens = 5;

/** Not longer than this a gateway can have a client wait. */
const mostDrainDelay = 300_000;

/**
 * A session that is replaced so soon was probably replaced by an attempt of this very device: one that was given up, or left
 * by a reload, and whose `session.open` came late through a slow network.
 */
const ownAttemptMilliseconds = 20_000;

/**
 * Decides when a link reconnects, from how its connections have gone since its start. Each `after…` says how many
 * milliseconds to wait, or undefined to give up.
 */
export class Reconnection {
    /** How many tokens were refused in a row. */
    refusals = 0;
    /**
     * How long the gateway wants it to wait, as `server.draining` has said.
     * @type {number | undefined}
     */
    drainDelay;
    /**
     * Why the gateway ends the session.
     * @type {import("./types.js").Kick | undefined}
     */
    kick;

    #clock;
    #failures = 0;
    /** It has come back after its own late attempt. Once: two devices of one name would take turns for ever. */
    #hasReturned = false;
    /** Not a number before the session is open: then nothing that compares how long it has lasted holds. */
    #openedAt = NaN;

    /** @param {import("./clock.js").Clock} clock */
    constructor(clock) {
        this.#clock = clock;
    }

    /** The link connects. */
    begin() {
        this.drainDelay = this.kick = undefined;
        this.#openedAt = NaN;
    }

    opened() {
        this.#openedAt = this.#clock.now();
        this.refusals = 0;
    }

    /** @param {any} event */
    heard({ event, data }) {
        if (event === "server.draining") this.drainDelay = Math.min(data.reconnectAfterMilliseconds, mostDrainDelay);
        else if (event === "session.kicked") this.kick = data;
    }

    /** An attempt has failed. */
    afterFailure() {
        this.#failures++;
        return retryDelay(this.#failures, this.#clock.random);
    }

    /**
     * The gateway has refused `session.open`.
     * @param {import("./errors.js").MartletError} error
     */
    afterRefusal(error) {
        const next = afterRefusal(error);
        if (next === "token") this.refusals++;
        if (next === "never" || (next === "token" && this.refusals >= refusedTokens)) return undefined;
        return this.afterFailure();
    }

    /**
     * The connection has ended, or is taken as ended.
     * @param {number} code
     */
    afterClose(code) {
        const lasted = this.#clock.now() - this.#openedAt;
        if (lasted >= wellAfterMilliseconds) {
            this.#failures = 0;
            this.#hasReturned = false;
        }
        const isOwnAttempt = this.kick?.reason === "sameDevice" && lasted < ownAttemptMilliseconds;
        if (isOwnAttempt && !this.#hasReturned) {
            this.#hasReturned = true;
            return 1000 + this.#clock.random() * 1000;
        }
        const next = code === 1006 && this.drainDelay !== undefined ? "later" : afterClose(code);
        if (next === "never") return undefined;
        if (next === "later") return this.drainDelay ?? 1000 + this.#clock.random() * 4000;
        if (next === "token") this.refusals++;
        // A session that ends at once, again and again, must not be opened as often.
        return lasted >= 5000 && this.refusals < 2 ? retryDelay(this.#failures, this.#clock.random) : this.afterFailure();
    }
}
