/**
 * A file that `media.js` uploads; it is read piece by piece, and found again after a restart.
 * @param {string} path
 * @returns {Promise<import("./upload.js").UploadFile>}
 */
export function openFile(path: string): Promise<import("./upload.js").UploadFile>;
/**
 * Keeps rows in a file, for Node: each write is one line at the end, on the disk before the promise is done. One process has
 * the file at a time, until it closes it or ends.
 * @implements {Storage} @typedef {import("./types.js").Storage} Storage
 */
export class FileStorage implements Storage {
    /** @param {string} path */
    constructor(path: string);
    path: string;
    /**
     * @param {string} space @param {string} [from] @param {string} [to] @param {number} [limit]
     * @returns {Promise<Array<[string, any]>>}
     */
    range(space: string, from?: string | undefined, to?: string | undefined, limit?: number | undefined): Promise<Array<[string, any]>>;
    /** @param {Change[]} changes @returns {Promise<void>} */
    write(changes: import("./types.js").Change[]): Promise<void>;
    /**
     * A file that cannot be read, and of which something is kept, goes on beside itself, as `.damaged`.
     * @param {string[]} [kept] @returns {Promise<void>}
     */
    clear(kept?: string[] | undefined): Promise<void>;
    close(): void;
    #private;
}
export type Change = import("./types.js").Change;
/**
 * Keeps rows in a file, for Node: each write is one line at the end, on the disk before the promise is done. One process has
 * the file at a time, until it closes it or ends.
 */
export type Storage = import("./types.js").Storage;
