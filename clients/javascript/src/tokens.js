import { MartletError } from "./errors.js";

/**
 * Asks the application for tokens, one question at a time: whoever needs a token while one is asked for gets that one.
 */
export class Tokens {
    /** @type {Promise<string> | undefined} */
    #asking;
    #provide;

    /** @param {(why: {refused: boolean}) => Promise<string> | string} provide */
    constructor(provide) {
        this.#provide = provide;
    }

    /**
     * @param {boolean} refused whether the gateway has refused the last token
     * @returns {Promise<string>}
     */
    get(refused) {
        this.#asking ??= Promise.resolve()
            .then(() => this.#provide({ refused }))
            .then((token) => {
                if (typeof token === "string" && token !== "") return token;
                throw new MartletError({ name: "noToken", message: "the application gave no token" });
            })
            .finally(() => (this.#asking = undefined));
        return this.#asking;
    }
}

/**
 * Gives a session new tokens before the last one ends.
 */
export class TokenRefresh {
    #since;
    /** @type {any} */
    #timer;

    /**
     * @param {import("./clock.js").Clock} clock
     * @param {() => Promise<unknown>} refresh gets a token and sends it
     */
    constructor(clock, refresh) {
        this.clock = clock;
        this.refresh = refresh;
        this.#since = clock.now();
    }

    /**
     * The token ends at this time of this device's clock. A token that is shorter than the gateway's notice comes with it at
     * once, and is replaced at half of its time.
     * @param {number} end
     */
    due(end) {
        const isYoung = this.clock.now() - this.#since < 5000;
        this.#after(isYoung ? Math.max(0, (end - this.clock.now()) / 2) : 0, end);
    }

    stop() {
        this.clock.cancel(this.#timer);
    }

    /** @param {number} wait @param {number} end */
    #after(wait, end) {
        this.clock.cancel(this.#timer);
        this.#timer = this.clock.after(async () => {
            try {
                await this.refresh();
                this.#since = this.clock.now();
            } catch {
                // The application has none now: again and again until the session is over.
                if (this.clock.now() < end) this.#after(Math.max(1000, (end - this.clock.now()) / 4), end);
            }
        }, wait);
    }
}
