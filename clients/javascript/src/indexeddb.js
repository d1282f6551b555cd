import { MartletError } from "./errors.js";

const storeName = "values";

/**
 * Keeps values in the browser's IndexedDB, so that they survive a reload. Browsers close databases by themselves, after a
 * fault of the disk, and on phones after a while in the background: then it is opened again and asked once more.
 * @implements {Storage} @typedef {import("./types.js").Storage} Storage
 */
export class IndexedDBStorage {
    /** @type {Promise<IDBDatabase> | undefined} */
    #opening;

    /** @param {string} name one for each gateway and user @param {IDBFactory} [factory] */
    constructor(name, factory = indexedDB) {
        this.name = name;
        this.factory = factory;
    }

    /** @returns {Promise<Array<[string, any]>>} */
    load() {
        return this.#ask("readonly", (store) => {
            const keys = store.getAllKeys();
            const values = store.getAll();
            return () => keys.result.map((key, index) => [String(key), values.result[index]]);
        });
    }

    /** @param {Array<[string, any]>} changes @returns {Promise<void>} */
    write(changes) {
        return this.#ask("readwrite", (store) => {
            for (const [key, value] of changes) {
                if (value === undefined) store.delete(key);
                else store.put(value, key);
            }
            return () => {};
        });
    }

    /** @returns {Promise<void>} */
    clear() {
        return this.#ask("readwrite", (store) => {
            store.clear();
            return () => {};
        });
    }

    close() {
        this.#opening?.then((database) => database.close()).catch(() => {});
        this.#opening = undefined;
    }

    /**
     * @template Result
     * @param {IDBTransactionMode} mode
     * @param {(store: IDBObjectStore) => () => Result} ask returns what reads the result when the transaction is complete
     * @returns {Promise<Result>}
     */
    async #ask(mode, ask) {
        for (let isRepeated = false; ; isRepeated = true) {
            try {
                return await this.#transact(await this.#open(), mode, ask);
            } catch (error) {
                this.close();
                if (isRepeated) throw new MartletError({ name: "notSaved", message: String(error) });
            }
        }
    }

    /**
     * @template Result
     * @param {IDBDatabase} database @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => () => Result} ask
     * @returns {Promise<Result>}
     */
    #transact(database, mode, ask) {
        return new Promise((resolve, reject) => {
            const transaction = database.transaction(storeName, mode);
            const result = ask(transaction.objectStore(storeName));
            transaction.oncomplete = () => resolve(result());
            transaction.onabort = transaction.onerror = () => reject(transaction.error);
        });
    }

    #open() {
        this.#opening ??= new Promise((resolve, reject) => {
            const request = this.factory.open(this.name, 1);
            request.onupgradeneeded = () => request.result.createObjectStore(storeName);
            request.onerror = () => reject(request.error);
            request.onsuccess = () => {
                const database = request.result;
                database.onclose = () => (this.#opening = undefined);
                database.onversionchange = () => this.close();
                resolve(database);
            };
        });
        return this.#opening;
    }
}
