/** Keeps in the storage what was delivered, so that the next run goes on there: of each conversation what has changed. */
export class KeptPositions {
    /**
     * @param {object} options
     * @param {import("./types.js").Storage} options.storage
     * @param {import("./clock.js").Clock} options.clock
     * @param {import("./positions.js").PositionBook} options.positions
     * @param {(error: any) => void} options.failed
     */
    constructor({ storage, clock, positions, failed }: {
        storage: import("./types.js").Storage;
        clock: import("./clock.js").Clock;
        positions: import("./positions.js").PositionBook;
        failed: (error: any) => void;
    });
    storage: import("./types.js").Storage;
    clock: import("./clock.js").Clock;
    positions: import("./positions.js").PositionBook;
    failed: (error: any) => void;
    /** Reads the positions into the book. */
    load(): Promise<void>;
    /** Something was delivered. */
    save(): void;
    /** Writes at once what waits to be written. */
    flush(): void;
    /** Forgets what is unwritten, and waits for what is under way. */
    clear(): Promise<void>;
    #private;
}
export type Place = import("./positions.js").Place;
