/** Writes to a storage in their order: what comes while one is under way goes together into the next. */
export class Writes {
    /**
     * @param {import("./types.js").Storage} storage
     * @param {(error: import("./errors.js").MartletError) => void} failed
     */
    constructor(storage: import("./types.js").Storage, failed: (error: import("./errors.js").MartletError) => void);
    storage: import("./types.js").Storage;
    failed: (error: import("./errors.js").MartletError) => void;
    /**
     * @param {import("./types.js").Change} change
     * @returns {Promise<boolean>} whether it is written
     */
    write(change: import("./types.js").Change): Promise<boolean>;
    /** Waits until all is written, or has failed. */
    flush(): Promise<any>;
    /** Forgets what is unwritten, and waits for what is under way. */
    clear(): Promise<any>;
    #private;
}
