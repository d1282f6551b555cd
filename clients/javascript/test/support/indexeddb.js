/** As much of IndexedDB as the storage uses, with databases of several versions; it can close them as a browser does. */
export class FakeIndexedDB {
    #databases = new Map();
    opened = 0;
    /** So many transactions find their database closed. */
    isClosing = 0;
    /** Transactions never end, and change nothing. */
    isStuck = false;

    constructor() {
        globalThis.IDBKeyRange ??= KeyRange;
    }

    open(name, version) {
        this.opened++;
        const database = this.#databases.get(name) ?? { version: 0, stores: new Map() };
        this.#databases.set(name, database);
        const request = { result: this.#connection(database) };
        setImmediate(() => {
            if (version < database.version) {
                request.error = new Error("VersionError");
                return request.onerror();
            }
            const oldVersion = database.version;
            database.version = version;
            request.transaction = { objectStore: (store) => request.result.store(store) };
            if (oldVersion < version) request.onupgradeneeded?.({ oldVersion });
            // Behind what the upgrade has asked for.
            setImmediate(() => setImmediate(() => request.onsuccess()));
        });
        return request;
    }

    #connection(database) {
        const store = (name) => new FakeStore(database.stores.get(name));
        return {
            store,
            createObjectStore(name) {
                database.stores.set(name, []);
                return store(name);
            },
            deleteObjectStore: (name) => database.stores.delete(name),
            transaction: (name) => this.#transaction(database, name),
            close() {},
        };
    }

    #transaction(database, name) {
        if (this.isClosing > 0) {
            this.isClosing--;
            throw new Error("InvalidStateError: the database connection is closing");
        }
        const store = new FakeStore();
        const transaction = { objectStore: () => store, abort: () => (store.isAborted = true) };
        if (!this.isStuck) {
            setImmediate(() => {
                store.carryOut(database.stores.get(name));
                if (!store.isAborted) transaction.oncomplete();
            });
        }
        return transaction;
    }
}

/** What it is asked for is done when its transaction ends, or at once in a database that is being made. */
class FakeStore {
    #steps = [];

    constructor(rows) {
        this.rows = rows;
    }

    put(value, key) {
        const copy = structuredClone(value);
        this.#ask((rows) => {
            remove(rows, key);
            rows.push([key, copy]);
            rows.sort(([one], [other]) => compare(one, other));
        });
    }

    delete(keys) {
        this.#ask((rows) => remove(rows, keys));
    }

    getAllKeys = (keys, most) => this.#ask((rows) => found(rows, keys, most).map(([key]) => key));
    getAll = (keys, most) => this.#ask((rows) => found(rows, keys, most).map(([, value]) => structuredClone(value)));

    #ask(step) {
        const request = {};
        this.#steps.push((rows) => (request.result = step(rows)));
        if (this.rows) this.carryOut(this.rows);
        setImmediate(() => request.onsuccess?.());
        return request;
    }

    carryOut(rows) {
        for (const step of this.isAborted ? [] : this.#steps.splice(0)) step(rows);
    }
}

const found = (rows, keys, most) => rows.filter(([key]) => keys?.includes(key) ?? true).slice(0, most);

function remove(rows, keys) {
    const isGone = (key) => (keys instanceof KeyRange ? keys.includes(key) : compare(key, keys) === 0);
    rows.splice(0, Infinity, ...rows.filter(([key]) => !isGone(key)));
}

class KeyRange {
    constructor(lower, upper, isLowerOpen, isUpperOpen) {
        if (upper !== undefined && compare(lower, upper) >= 0 && isUpperOpen) throw new Error("DataError");
        Object.assign(this, { lower, upper, isLowerOpen, isUpperOpen });
    }

    static bound = (lower, upper, isLowerOpen = false, isUpperOpen = false) => new KeyRange(lower, upper, isLowerOpen, isUpperOpen);
    static lowerBound = (lower) => new KeyRange(lower, undefined, false, false);

    includes(key) {
        const [low, high] = [compare(key, this.lower), this.upper === undefined ? -1 : compare(key, this.upper)];
        return (low > 0 || (low === 0 && !this.isLowerOpen)) && (high < 0 || (high === 0 && !this.isUpperOpen));
    }
}

/** Texts come before lists; a list comes behind those that begin it. */
function compare(one, other) {
    const [isList, isOtherList] = [Array.isArray(one), Array.isArray(other)];
    if (isList !== isOtherList) return isList ? 1 : -1;
    if (!isList) return one < other ? -1 : Number(one > other);
    for (let index = 0; index < Math.min(one.length, other.length); index++) {
        const order = compare(one[index], other[index]);
        if (order !== 0) return order;
    }
    return one.length - other.length;
}

/** A page's local storage. */
export class FakeLocalStorage {
    values = new Map();
    get length() {
        return this.values.size;
    }
    key = (index) => [...this.values.keys()][index] ?? null;
    getItem = (key) => this.values.get(key) ?? null;
    setItem = (key, value) => this.values.set(key, value);
    removeItem = (key) => this.values.delete(key);
}
