import { MartletError } from "./errors.js";

/** An application that gives no token for so long, since its own request hangs, is asked again. */
const tokenPatience = 30_000;

/**
 * Asks the application for tokens, one question at a time: whoever needs a token while one is asked for gets that one.
 */
export class Tokens {
    /** @type {Promise<string> | undefined} */
    #asking;
    #clock;
    #provide;

    /**
     * @param {import("./clock.js").Clock} clock
     * @param {(why: {refused: boolean}) => Promise<string> | string} provide
     */
    constructor(clock, provide) {
        this.#clock = clock;
        this.#provide = provide;
    }

    /**
     * @param {boolean} refused whether the gateway has refused the last token
     * @returns {Promise<string>}
     */
    get(refused) {
        this.#asking ??= this.#ask(refused).finally(() => (this.#asking = undefined));
        return this.#asking;
    }

    /** @param {boolean} refused */
    async #ask(refused) {
        /** @type {any} */
        let timer;
        /** @type {Promise<never>} */
        const late = new Promise((_, reject) => {
            timer = this.#clock.after(() => reject(noToken("no token in time")), tokenPatience);
        });
        try {
            const token = await Promise.race([this.#provide({ refused }), late]);
            if (typeof token === "string" && token !== "") return token;
        } finally {
            this.#clock.cancel(timer);
        }
        throw noToken("no token");
    }
}

/** @param {string} message */
const noToken = (message) => new MartletError({ name: "noToken", message });

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
