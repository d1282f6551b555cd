/**
 * The stock of requests that the gateway keeps for a session, counted here in the same way, so that the client holds a
 * request back instead of having it refused.
 */
export class Budget {
    /** @param {{perSecond: number, burst: number}} limit @param {number} now */
    constructor(limit: {
        perSecond: number;
        burst: number;
    }, now: number);
    limit: {
        perSecond: number;
        burst: number;
    };
    /**
     * Takes a request from the stock, or answers how many milliseconds it takes until there is one.
     * @param {number} now
     */
    take(now: number): number;
    #private;
}
