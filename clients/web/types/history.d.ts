/**
 * The messages that a thread shows: the newest ones, as the store has them, or those around one that was jumped to.
 * Those are read on in both directions, until they meet the store's.
 */
export class History {
    /** @param {any} store @param {string} conversationID @param {() => void} changed */
    constructor(store: any, conversationID: string, changed: () => void);
    store: any;
    client: any;
    conversationID: string;
    changed: () => void;
    close(): void;
    /** Whether there is something to show, if only that there is nothing. */
    get isLoaded(): any;
    /** What is shown, and the messages on their way if the newest are. */
    get view(): {
        messages: any;
        unsent: any;
        isComplete: any;
        hasNewer: boolean;
    };
    open(): Promise<void>;
    /** @param {"older" | "newer"} direction */
    more(direction: "older" | "newer"): Promise<void>;
    /**
     * Reads what is around a message, unless it is shown already. Whether it is there.
     * @param {string} msgId
     */
    around(msgId: string): Promise<any>;
    toNewest(): void;
    #private;
}
