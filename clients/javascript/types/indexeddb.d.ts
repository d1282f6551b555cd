/**
 * Keeps values in the browser's IndexedDB, so that they survive a reload. Browsers close databases by themselves, after a
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
    /** @returns {Promise<Array<[string, any]>>} */
    load(): Promise<Array<[string, any]>>;
    /**
     * Has a value before this returns, until `write` has it.
     * @param {string} key @param {any} value
     */
    note(key: string, value: any): void;
    /** @param {Array<[string, any]>} changes @returns {Promise<void>} */
    write(changes: Array<[string, any]>): Promise<void>;
    /** @returns {Promise<void>} */
    clear(): Promise<void>;
    close(): void;
    #private;
}
/**
 * Keeps values in the browser's IndexedDB, so that they survive a reload. Browsers close databases by themselves, after a
 * fault of the disk, and on phones after a while in the background: then it is opened again and asked once more. A page that
 * is left ends a write that is under way, so what is to be written is in the local storage meanwhile.
 */
export type Storage = import("./types.js").Storage;
