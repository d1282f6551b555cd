/**
 * Matches replies to requests, stays below the gateway's rate, and keeps the order: of requests that are refused as too
 * frequent (gw 1003) or because the gateway cannot write (gw 1008) nothing is done, so they go out again, in their
 * order, before anything new. After a lost connection, what has no reply goes out again with its key, unless that was so long
 * ago that the gateway may have forgotten the key.
 */
export class Requests {
    /** @param {import("./clock.js").Clock} clock */
    constructor(clock: import("./clock.js").Clock);
    /** How many have no reply yet on this connection, beside the urgent ones. */
    get underWay(): number;
    /** How many characters may still be on their way. */
    get unreadLength(): number;
    /**
     * @param {string} op
     * @param {object} [data]
     * @param {RequestOptions} [options]
     * @returns {Promise<any>}
     */
    request(op: string, data?: object | undefined, options?: RequestOptions | undefined): Promise<any>;
    /**
     * A session is open: what waits goes out.
     * @param {(text: string) => void} send
     * @param {{perSecond: number, burst: number}} limit
     * @param {number} [retryHours] for so long the gateway knows a key
     */
    open(send: (text: string) => void, limit: {
        perSecond: number;
        burst: number;
    }, retryHours?: number | undefined): void;
    /** The session is lost: what has no reply waits for the next one. */
    close(): void;
    /**
     * Nothing goes out any more: all calls fail.
     * @param {MartletError} error
     */
    stop(error: MartletError): void;
    /** @param {{id: number, ok?: any, error?: any}} reply */
    receive(reply: {
        id: number;
        ok?: any;
        error?: any;
    }): void;
    #private;
}
export type RequestOptions = {
    /**
     * milliseconds until the call fails, 30,000 unless given; 0 for never
     */
    timeout?: number | undefined;
    /**
     * names the request, so that a repeat is done once; null for a request that may be done
     * twice without harm. Without it the client makes a key.
     */
    key?: string | null | undefined;
    /**
     * it belongs to one connection: without one, and when it is lost, the call fails
     */
    isBound?: boolean | undefined;
    /**
     * when another tab was asked for it, which may have sent it
     */
    lostAt?: number | undefined;
    /**
     * bound, and sent at once, before all that wait
     */
    urgent?: boolean | undefined;
    /**
     * the trace that it belongs to (W3C Trace Context), as tracing
     * libraries inject it into a carrier
     */
    trace?: {
        traceparent?: string | undefined;
        tracestate?: string | undefined;
    } | undefined;
};
export type Pending = {
    id: number;
    op: string;
    data: object;
    options: RequestOptions;
    resolve: (ok: any) => void;
    reject: (error: MartletError) => void;
    timer?: any;
    /**
     * when it was sent last
     */
    sentAt?: number | undefined;
    /**
     * how many characters had gone out with it on its connection
     */
    end?: number | undefined;
    /**
     * when it was first sent without a reply: it may have been done
     */
    lostAt?: number | undefined;
};
import { MartletError } from "./errors.js";
