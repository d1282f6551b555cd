/**
 * A Web Lock, which one tab of a browser holds at a time, until it gives it back or closes, or until another tab takes it.
 */
export class TabLock {
    /** Of the last claim; aborted when this tab gives it up. */
    #claim = new AbortController();
    /** @type {Promise<unknown> | undefined} */
    #end;

    /**
     * @param {string} name
     * @param {{held: () => void, lost: () => void, denied: () => void}} actions for when this tab gets it, when another has taken
     *     it, and when the browser gives this page none
     */
    constructor(name, actions) {
        this.name = name;
        this.actions = actions;
    }

    /**
     * Waits for the lock, or takes it from the tab that holds it.
     * @param {{steal?: boolean}} [how]
     */
    claim(how = {}) {
        this.release();
        this.#claim = new AbortController();
        const { signal } = this.#claim;
        const hold = () =>
            new Promise((resolve) => {
                if (signal.aborted) return resolve(undefined);
                signal.addEventListener("abort", () => resolve(this.#end));
                this.actions.held();
            });
        navigator.locks.request(this.name, how.steal ? { steal: true } : { signal }, hold).catch((error) => {
            if (signal.aborted) return;
            if (error.name === "AbortError") this.actions.lost();
            else this.actions.denied();
        });
    }

    /**
     * Gives the lock back, or gives up waiting for it.
     * @param {Promise<unknown>} [end] when it does not need the lock any more
     */
    release(end) {
        this.#end = end;
        this.#claim.abort();
    }
}
