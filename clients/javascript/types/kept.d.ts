/**
 * Keeps in the storage what was delivered, so that the next run goes on there: of each conversation what has changed. A
 * store's rows go into the same write, so a crash repeats, and skips nothing. Of several tabs with one connection, the one that
 * has it writes.
 */
export class KeptPositions {
    /**
     * @param {object} options
     * @param {import("./types.js").Storage} options.storage
     * @param {import("./types.js").AnyLink} options.link
     * @param {import("./clock.js").Clock} options.clock
     * @param {import("./sync.js").Sync} options.sync
     * @param {(error: any) => void} options.failed
     * @param {boolean} [options.isForRows] nothing is kept without a store's rows
     */
    constructor({ storage, link, clock, sync, failed, isForRows }: {
        storage: import("./types.js").Storage;
        link: import("./types.js").AnyLink;
        clock: import("./clock.js").Clock;
        sync: import("./sync.js").Sync;
        failed: (error: any) => void;
        isForRows?: boolean | undefined;
    });
    /** @type {Rows | undefined} */
    rows: Rows | undefined;
    storage: import("./types.js").Storage;
    link: import("./types.js").AnyLink;
    clock: import("./clock.js").Clock;
    sync: import("./sync.js").Sync;
    positions: import("./positions.js").PositionBook;
    failed: (error: any) => void;
    isForRows: boolean;
    /** Reads the positions into the book, once, unless that fails. */
    load(): Promise<void>;
    /** Something was delivered. */
    save(): void;
    /** Writes at once what waits to be written. */
    flush(): Promise<void>;
    /** Forgets what is unwritten, and waits for what is under way. */
    clear(): Promise<void>;
    #private;
}
export type Place = import("./positions.js").Place;
/**
 * The rows of the streams, and of the places of conversations.
 */
export type Change = import("./types.js").Change;
/**
 * Rows of a store that stand for what was delivered, and are written with the positions.
 */
export type Read = [meta: Array<[string, any]>, places: Array<[string, any]>];
export type Rows = {
    /**
     * reads them; undefined: they cannot be kept, and the store goes on in memory
     */
    load: () => Promise<Read | undefined>;
    /**
     * the list that was read; what was kept is on the device
     */
    restored: () => import("../types/protocol.js").Conversation[];
    /**
     * what was read is void: positions went on without it
     */
    forget: () => void;
    /**
     * what has changed up to now, and is written next
     */
    take: () => Promise<import("./types.js").Change[]>;
    /**
     * it could not be written
     */
    putBack: (changes: import("./types.js").Change[]) => void;
    /**
     * this tab writes from now on
     */
    lead: () => Promise<void>;
    /**
     * nothing is kept any more
     */
    end: () => void;
};
