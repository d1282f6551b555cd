/**
 * Keeps rows as long as the page lives.
 * @implements {Storage}
 * @typedef {import("./types.js").Storage} Storage
 */
export class MemoryStorage implements Storage {
    /** @param {string} space @param {string} [from] @param {string} [to] @param {number} [limit] */
    range(space: string, from?: string | undefined, to?: string | undefined, limit?: number | undefined): Promise<[string, any][]>;
    /** @param {import("./types.js").Change[]} changes */
    write(changes: import("./types.js").Change[]): Promise<void>;
    /** @param {string[]} [kept] */
    clear(kept?: string[] | undefined): Promise<void>;
    #private;
}
/**
 * Keeps rows as long as the page lives.
 */
export type Storage = import("./types.js").Storage;
