/** Keeps in the storage what was delivered, so that the next run goes on there. */
export class KeptPositions {
    /**
     * @param {object} options
     * @param {import("./types.js").Storage} options.storage
     * @param {import("./clock.js").Clock} options.clock
     * @param {() => Positions | undefined} options.positions
     * @param {(error: any) => void} options.failed
     */
    constructor({ storage, clock, positions, failed }: {
        storage: import("./types.js").Storage;
        clock: import("./clock.js").Clock;
        positions: () => Positions | undefined;
        failed: (error: any) => void;
    });
    storage: import("./types.js").Storage;
    clock: import("./clock.js").Clock;
    positions: () => Positions | undefined;
    failed: (error: any) => void;
    /** @returns {Promise<Positions | undefined>} */
    load(): Promise<Positions | undefined>;
    /** Something was delivered. */
    save(): void;
    /** Writes at once what waits to be written. */
    flush(): void;
    #private;
}
export type Positions = import("./types.js").Positions;
