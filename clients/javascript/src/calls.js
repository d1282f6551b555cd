import { MartletError } from "./errors.js";
import { randomName } from "./ids.js";

/**
 * @typedef {import("./requests.js").RequestOptions} RequestOptions
 *
 * @typedef {object} Call
 * @property {string} op
 * @property {object} data
 * @property {RequestOptions} options
 * @property {(ok: any) => void} resolve
 * @property {(error: MartletError) => void} reject
 * @property {number} madeAt
 * @property {any} [timer]
 */

/** A tab's requests, whichever tab has the connection: each keeps its key and its time when it goes to another. */
export class Calls {
    /** @type {Map<number, Call>} */
    #calls = new Map();
    #next = 1;

    /**
     * @param {import("./clock.js").Clock} clock
     * @param {(id: number, call: Call) => void} issue
     */
    constructor(clock, issue) {
        this.clock = clock;
        this.issue = issue;
    }

    /**
     * @param {string} op
     * @param {object} data
     * @param {RequestOptions} given
     * @returns {Promise<any>}
     */
    make(op, data, given) {
        return new Promise((resolve, reject) => {
            const id = this.#next++;
            const key = given.key === undefined ? randomName() : given.key;
            const options = { ...given, key, timeout: given.timeout ?? 30_000 };
            /** @type {Call} */
            const call = { op, data, options, resolve, reject, madeAt: this.clock.now() };
            const expire = () => this.settle(id, new MartletError({ name: "timeout", message: `no reply to ${op}` }));
            if (options.timeout) call.timer = this.clock.after(expire, options.timeout);
            this.#calls.set(id, call);
            this.issue(id, call);
        });
    }

    /** Another tab has the connection: it is asked for all that has no reply. */
    issueAll() {
        for (const [id, call] of [...this.#calls]) {
            call.options.lostAt ??= call.madeAt;
            this.issue(id, call);
        }
    }

    /**
     * @param {number} id
     * @param {MartletError | undefined} error
     * @param {any} [ok]
     */
    settle(id, error, ok) {
        const call = this.#calls.get(id);
        if (!call) return;
        this.#calls.delete(id);
        this.clock.cancel(call.timer);
        if (error) call.reject(error);
        else call.resolve(ok);
    }

    /** @param {MartletError} error */
    rejectAll(error) {
        for (const id of [...this.#calls.keys()]) this.settle(id, error);
    }
}
