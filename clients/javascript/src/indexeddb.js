import { MartletError } from "./errors.js";
import { movedRow } from "./rows.js";

/** @typedef {import("./types.js").Change} Change */

/** Under a space and a key it has the key with its value: to ask for keys beside values takes longer. */
const storeName = "rows";

/** Where release 0.3 had its values, which had no spaces. */
const formerName = "values";

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
 * Keeps rows in the browser's IndexedDB, so that they survive a reload. Browsers close databases by themselves, after a
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

    /** @param {string} space @param {string} [from] @param {string} [to] @param {number} [limit] */
    async range(space, from = "", to = undefined, limit = Infinity) {
        // IndexedDB refuses such bounds.
        if (to !== undefined && from >= to) return [];
        const noted = this.#noted(`${space}/`).filter(([key]) => key >= from && (to === undefined || key < to));
        const most = limit === Infinity ? undefined : limit;
        /** @type {Array<[string, any]>} */
        const stored = await this.#ask("readonly", (store) => {
            // A list comes behind all texts.
            const keys = IDBKeyRange.bound([space, from], [space, to ?? []], false, true);
            const found = store.getAll(keys, most);
            return () => found.result;
        });
        if (noted.length === 0) return stored;
        return [...new Map([...stored, ...noted])].sort(([one], [other]) => (one < other ? -1 : 1)).slice(0, limit);
    }

    /**
     * Has a row before this returns, until `write` has it.
     * @param {string} space @param {string} key @param {any} value
     */
    note(space, key, value) {
        try {
            this.local?.setItem(this.#place(space, key), JSON.stringify(value));
        } catch {
            // There is no room, or the user forbids it: then only the write itself keeps it.
        }
    }

    /** @param {Change[]} changes @returns {Promise<void>} */
    async write(changes) {
        await this.#ask("readwrite", (store) => {
            for (const [space, key, value] of changes) {
                if (value === undefined) store.delete([space, key]);
                else store.put([key, value], [space, key]);
            }
            return () => {};
        });
        for (const [space, key] of changes) this.local?.removeItem(this.#place(space, key));
    }

    /** @param {string} space @param {string} key */
    #place(space, key) {
        return `${this.name}/${space}/${key}`;
    }

    /**
     * What is noted, by what follows a beginning of its name.
     * @param {string} beginning
     * @returns {Array<[string, any]>}
     */
    #noted(beginning) {
        const start = `${this.name}/${beginning}`;
        const places = Array.from({ length: this.local?.length ?? 0 }, (_, index) => this.local?.key(index) ?? "");
        return places.filter((place) => place.startsWith(start)).flatMap((place) => {
            const value = JSON.parse(this.local?.getItem(place) ?? "null");
            return value === null ? [] : [[place.slice(start.length), value]];
        });
    }

    /** @param {string[]} [kept] @returns {Promise<void>} */
    clear(kept = []) {
        for (const [name] of this.#noted("")) {
            if (!kept.includes(name.slice(0, name.indexOf("/")))) this.local?.removeItem(`${this.name}/${name}`);
        }
        return this.#ask("readwrite", (store) => {
            /** @type {any[]} */
            let start = [];
            for (const space of [...kept].sort()) {
                store.delete(IDBKeyRange.bound(start, [space], false, true));
                start = [space, []];
            }
            store.delete(IDBKeyRange.lowerBound(start));
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
            transaction.onabort = transaction.onerror = () => reject(transaction.error);
            try {
                const result = ask(transaction.objectStore(storeName));
                transaction.oncomplete = () => resolve(result());
                // A page that is frozen now would otherwise keep the database from all other tabs until it wakes.
                transaction.commit?.();
            } catch (error) {
                // Without this, what was asked for before would be done.
                transaction.abort();
                reject(error);
            }
        });
    }

    #open() {
        this.#opening ??= new Promise((resolve, reject) => {
            const request = this.factory.open(this.name, 2);
            request.onupgradeneeded = ({ oldVersion }) => {
                const rows = request.result.createObjectStore(storeName);
                if (oldVersion === 1) moveValues(request, rows);
            };
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

/**
 * Unsent messages and positions of release 0.3 go over in the transaction that makes their new place.
 * @param {IDBOpenDBRequest} opening @param {IDBObjectStore} rows
 */
function moveValues(opening, rows) {
    const values = /** @type {IDBTransaction} */ (opening.transaction).objectStore(formerName);
    const [found, all] = [values.getAllKeys(), values.getAll()];
    all.onsuccess = () => {
        for (const [index, name] of found.result.entries()) {
            const [space, key, value] = movedRow(String(name), all.result[index]);
            rows.put([key, value], [space, key]);
        }
        opening.result.deleteObjectStore(formerName);
    };
}
