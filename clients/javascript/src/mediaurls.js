import { gathered } from "./emitter.js";
import { asMartletError, MartletError } from "./errors.js";
import { absolute } from "./upload.js";

/** So many are asked for at once. */
const most = 50;
/** One that ends sooner is asked for again. */
const soonMilliseconds = 60_000;
const mostKept = 2000;

/**
 * URLs of media, each of which ends. Those that are asked for in a moment are asked of the gateway together.
 */
export class MediaURLs {
    /**
     * Until when each works; for good while the gateway is asked.
     * @type {Map<string, {until: number, url: Promise<string>}>}
     */
    #known = new Map();
    /** @type {Map<string, {resolve: (url: string) => void, reject: (error: MartletError) => void}>} */
    #asked = new Map();
    #askSoon;

    /** @param {import("./client.js").Client} client */
    constructor(client) {
        this.client = client;
        this.#askSoon = gathered((names) => {
            const ids = [...names];
            for (let start = 0; start < ids.length; start += most) this.#ask(ids.slice(start, start + most));
        });
    }

    /** @param {string} mediaID @returns {Promise<string>} */
    url(mediaID) {
        const known = this.#known.get(mediaID);
        if (known && known.until - soonMilliseconds > this.client.serverTime) return known.url;
        const url = new Promise((/** @type {(url: string) => void} */ resolve, reject) => {
            this.#asked.set(mediaID, { resolve, reject });
        });
        this.#known.delete(mediaID);
        this.#known.set(mediaID, { until: Infinity, url });
        for (const oldest of this.#known.keys()) if (this.#known.size > mostKept) this.#known.delete(oldest);
        this.#askSoon([mediaID]);
        return url;
    }

    /** @param {string} mediaID */
    forget(mediaID) {
        if (!this.#asked.has(mediaID)) this.#known.delete(mediaID);
    }

    /** @param {string[]} mediaIDs */
    async #ask(mediaIDs) {
        try {
            const { urls } = await this.client.request(/** @type {any} */ ("media.url"), { mediaIDs }, { key: null, timeout: 0 });
            for (const { mediaID, url, until, code } of urls) {
                if (url) this.#answer(mediaID, until, absolute(this.client, url));
                else this.#refuse(mediaID, new MartletError({ system: "gw", code, name: "noMedia", message: `no URL of ${mediaID}` }));
            }
        } catch (error) {
            for (const id of mediaIDs) this.#refuse(id, asMartletError(error));
        }
    }

    /** @param {string} mediaID @param {number} until @param {string} url */
    #answer(mediaID, until, url) {
        this.#asked.get(mediaID)?.resolve(url);
        this.#asked.delete(mediaID);
        const known = this.#known.get(mediaID);
        if (known) known.until = until;
    }

    /** @param {string} mediaID @param {MartletError} error */
    #refuse(mediaID, error) {
        this.#asked.get(mediaID)?.reject(error);
        this.#asked.delete(mediaID);
        this.#known.delete(mediaID);
    }
}
