/**
 * The stock of requests that the gateway keeps for a session, counted here in the same way, so that the client holds a
 * request back instead of having it refused.
 */
export class Budget {
    #stock;
    #counted;

    /** @param {{perSecond: number, burst: number}} limit @param {number} now */
    constructor(limit, now) {
        this.limit = limit;
        this.#stock = limit.burst;
        this.#counted = now;
    }

    /**
     * Takes a request from the stock, or answers how many milliseconds it takes until there is one.
     * @param {number} now
     */
    take(now) {
        const { perSecond, burst } = this.limit;
        const passed = Math.max(0, now - this.#counted);
        this.#stock = Math.min(burst, this.#stock + (passed * perSecond) / 1000);
        this.#counted = now;
        if (this.#stock >= 1) {
            this.#stock--;
            return 0;
        }
        return Math.ceil(((1 - this.#stock) * 1000) / perSecond);
    }
}
