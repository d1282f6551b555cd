/**
 * Keeps values as long as the page lives.
 * @implements {Storage}
 * @typedef {import("./types.js").Storage} Storage
 */
export class MemoryStorage implements Storage {
    load(): Promise<[string, any][]>;
    /** @param {Array<[string, any]>} changes */
    write(changes: Array<[string, any]>): Promise<void>;
    clear(): Promise<void>;
    #private;
}
/**
 * Keeps values as long as the page lives.
 */
export type Storage = import("./types.js").Storage;
