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
    /**
     * @param {import("./clock.js").Clock} clock
     * @param {(id: number, call: Call) => void} issue
     */
    constructor(clock: import("./clock.js").Clock, issue: (id: number, call: Call) => void);
    clock: import("./clock.js").Clock;
    issue: (id: number, call: Call) => void;
    /**
     * @param {string} op
     * @param {object} data
     * @param {RequestOptions} given
     * @returns {Promise<any>}
     */
    make(op: string, data: object, given: RequestOptions): Promise<any>;
    /** Another tab has the connection: it is asked for all that has no reply. */
    issueAll(): void;
    /**
     * @param {number} id
     * @param {MartletError | undefined} error
     * @param {any} [ok]
     */
    settle(id: number, error: MartletError | undefined, ok?: any): void;
    /** @param {MartletError} error */
    rejectAll(error: MartletError): void;
    #private;
}
export type RequestOptions = import("./requests.js").RequestOptions;
export type Call = {
    op: string;
    data: object;
    options: RequestOptions;
    resolve: (ok: any) => void;
    reject: (error: MartletError) => void;
    madeAt: number;
    timer?: any;
};
import { MartletError } from "./errors.js";
