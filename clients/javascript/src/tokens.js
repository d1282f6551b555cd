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
