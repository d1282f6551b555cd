/**
 * Keeps values in a file, for Node: each write is one line at the end, on the disk before the promise is done. Only one
 * process may use a file at a time.
 * @implements {Storage} @typedef {import("./types.js").Storage} Storage
 */
export class FileStorage implements Storage {
    /** @param {string} path */
    constructor(path: string);
    path: string;
    /** @returns {Promise<Array<[string, any]>>} */
    load(): Promise<Array<[string, any]>>;
    /** @param {Array<[string, any]>} changes @returns {Promise<void>} */
    write(changes: Array<[string, any]>): Promise<void>;
    /** @returns {Promise<void>} */
    clear(): Promise<void>;
    close(): void;
    #private;
}
/**
 * Keeps values in a file, for Node: each write is one line at the end, on the disk before the promise is done. Only one
 * process may use a file at a time.
 */
export type Storage = import("./types.js").Storage;
