/**
 * Keeps rows in the browser's IndexedDB, so that they survive a reload. Browsers close databases by themselves, after a
 * fault of the disk, and on phones after a while in the background: then it is opened again and asked once more. A page that
 * is left ends a write that is under way, so what is to be written is in the local storage meanwhile.
 * @implements {Storage} @typedef {import("./types.js").Storage} Storage
 */
export class IndexedDBStorage implements Storage {
    /** @param {string} name one for each gateway and user @param {IDBFactory} [factory] @param {globalThis.Storage} [local] */
    constructor(name: string, factory?: IDBFactory | undefined, local?: globalThis.Storage | undefined);
    name: string;
    factory: IDBFactory;
    local: globalThis.Storage;
    /** @param {string} space @param {string} [from] @param {string} [to] @param {number} [limit] */
    range(space: string, from?: string | undefined, to?: string | undefined, limit?: number | undefined): Promise<[string, any][]>;
    /**
     * Has a row before this returns, until `write` has it.
     * @param {string} space @param {string} key @param {any} value
     */
    note(space: string, key: string, value: any): void;
    /** @param {Change[]} changes @returns {Promise<void>} */
    write(changes: import("./types.js").Change[]): Promise<void>;
    /** @param {string[]} [kept] @returns {Promise<void>} */
    clear(kept?: string[] | undefined): Promise<void>;
    close(): void;
    #private;
}
export type Change = import("./types.js").Change;
/**
 * Keeps rows in the browser's IndexedDB, so that they survive a reload. Browsers close databases by themselves, after a
 * fault of the disk, and on phones after a while in the background: then it is opened again and asked once more. A page that
 * is left ends a write that is under way, so what is to be written is in the local storage meanwhile.
 */
export type Storage = import("./types.js").Storage;
