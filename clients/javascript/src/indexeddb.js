import { MartletError } from "./errors.js";

const storeName = "values";

/**
 * What a browser throws for where it denies storage to a page.
 * @param {"indexedDB" | "localStorage"} name @returns {any}
 */
function given(name) {
    try {
        return globalThis[name];
    } catch {
        return undefined;
    }
}

/**
 * Keeps values in the browser's IndexedDB, so that they survive a reload. Browsers close databases by themselves, after a
 * fault of the disk, and on phones after a while in the background: then it is opened again and asked once more. A page that
 * is left ends a write that is under way, so what is to be written is in the local storage meanwhile.
 * @implements {Storage} @typedef {import("./types.js").Storage} Storage
 */
export class IndexedDBStorage {
    /** @type {Promise<IDBDatabase> | undefined} */
    #opening;

    /** @param {string} name one for each gateway and user @param {IDBFactory} [factory] @param {globalThis.Storage} [local] */
    constructor(name, factory = given("indexedDB"), local = given("localStorage")) {
        this.name = name;
        this.factory = factory;
        this.local = local;
    }

    /** @returns {Promise<Array<[string, any]>>} */
    async load() {
        /** @type {Array<[string, any]>} */
        const noted = this.#noted().map((key) => [key, JSON.parse(this.local?.getItem(this.#place(key)) ?? "null")]);
        /** @type {Array<[string, any]>} */
        const stored = await this.#ask("readonly", (store) => {
            const keys = store.getAllKeys();
            const values = store.getAll();
            return () => keys.result.map((key, index) => [String(key), values.result[index]]);
        });
        return [...new Map([...stored, ...noted.filter(([, value]) => value !== null)])];
    }

    /**
     * Has a value before this returns, until `write` has it.
     * @param {string} key @param {any} value
     */
    note(key, value) {
        try {
            this.local?.setItem(this.#place(key), JSON.stringify(value));
        } catch {
            // There is no room, or the user forbids it: then only the write itself keeps it.
        }
    }

    /** @param {Array<[string, any]>} changes @returns {Promise<void>} */
    async write(changes) {
        await this.#ask("readwrite", (store) => {
            for (const [key, value] of changes) {
                if (value === undefined) store.delete(key);
                else store.put(value, key);
            }
            return () => {};
        });
        for (const [key] of changes) this.local?.removeItem(this.#place(key));
    }

    /** @param {string} key */
    #place(key) {
        return `${this.name}/${key}`;
    }

    #noted() {
        const length = this.local?.length ?? 0;
        const places = Array.from({ length }, (_, index) => this.local?.key(index) ?? "");
        return places.filter((place) => place.startsWith(this.#place(""))).map((place) => place.slice(this.#place("").length));
    }

    /** @returns {Promise<void>} */
    clear() {
        for (const key of this.#noted()) this.local?.removeItem(this.#place(key));
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
