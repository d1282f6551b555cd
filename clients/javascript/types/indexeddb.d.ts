/**
 * Keeps values in the browser's IndexedDB, so that they survive a reload. Browsers close databases by themselves, after a
 * fault of the disk, and on phones after a while in the background: then it is opened again and asked once more.
 * @implements {Storage} @typedef {import("./types.js").Storage} Storage
 */
export class IndexedDBStorage implements Storage {
    /** @param {string} name one for each gateway and user @param {IDBFactory} [factory] */
    constructor(name: string, factory?: IDBFactory | undefined);
    name: string;
    factory: IDBFactory;
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
 * Keeps values in the browser's IndexedDB, so that they survive a reload. Browsers close databases by themselves, after a
 * fault of the disk, and on phones after a while in the background: then it is opened again and asked once more.
 */
export type Storage = import("./types.js").Storage;
