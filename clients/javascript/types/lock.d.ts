/**
 * A Web Lock, which one tab of a browser holds at a time, until it gives it back or closes, or until another tab takes it.
 */
export class TabLock {
    /**
     * @param {string} name
     * @param {{held: () => void, lost: () => void, denied: () => void}} actions for when this tab gets it, when another has taken
     *     it, and when the browser gives this page none
     */
    constructor(name: string, actions: {
        held: () => void;
        lost: () => void;
        denied: () => void;
    });
    name: string;
    actions: {
        held: () => void;
        lost: () => void;
        denied: () => void;
    };
    /**
     * Waits for the lock, or takes it from the tab that holds it.
     * @param {{steal?: boolean}} [how]
     */
    claim(how?: {
        steal?: boolean | undefined;
    } | undefined): void;
    /**
     * Gives the lock back, or gives up waiting for it.
     * @param {Promise<unknown>} [end] when it does not need the lock any more
     */
    release(end?: Promise<unknown> | undefined): void;
    #private;
}
