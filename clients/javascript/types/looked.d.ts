/**
 * The value of a key: undefined before the first read, and null if there is none. From `staleAt` on it is read again
 * when it is looked at, and shown meanwhile.
 * @template Value
 * @typedef {{value: Value | null | undefined, staleAt: number}} Entry
 */
/**
 * Values that a page looks at by their keys: unknown and stale ones are read, many at once and each once. An answer
 * that an event has overtaken is not taken: its keys are read again. The number of values is bounded; those that were
 * not looked at for longest give way.
 * @template Value
 */
export class Looked<Value> {
    /**
     * @param {Client} client
     * @param {object} options
     * @param {(keys: string[]) => Promise<Found<Value>>} options.read
     * @param {number} options.perRead
     * @param {number} options.most how many are kept
     * @param {number} [options.freshMilliseconds] after so long a value is stale by itself; never unless given
     * @param {(keys: string[]) => void} options.changed
     * @param {(keys: string[]) => void} [options.keep] these were read, told or forgotten
     * @param {(error: import("./errors.js").MartletError) => void} options.failed the gateway has refused a read
     */
    constructor(client: Client, { read, perRead, most, freshMilliseconds, changed, keep, failed }: {
        read: (keys: string[]) => Promise<Found<Value>>;
        perRead: number;
        most: number;
        freshMilliseconds?: number | undefined;
        changed: (keys: string[]) => void;
        keep?: ((keys: string[]) => void) | undefined;
        failed: (error: import("./errors.js").MartletError) => void;
    });
    client: import("./client.js").Client;
    read: (keys: string[]) => Promise<Found<Value>>;
    perRead: number;
    most: number;
    freshMilliseconds: number;
    changed: (keys: string[]) => void;
    keep: (keys: string[]) => void;
    failed: (error: import("./errors.js").MartletError) => void;
    /**
     * Takes in the values of an earlier page: they are shown, and read again when they are looked at.
     * @param {Iterable<[string, Value]>} rows
     */
    restore(rows: Iterable<[string, Value]>): void;
    /**
     * The values of these keys are still right.
     * @param {Iterable<string>} keys
     */
    confirm(keys: Iterable<string>): void;
    /**
     * Undefined: it was not read. Null: there is none.
     * @param {string} key
     */
    get(key: string): Value | null | undefined;
    /** @param {string[]} keys that are on the screen */
    look(keys: string[]): void;
    /**
     * The values of these keys, or of all, may be others by now.
     * @param {Iterable<string>} [keys]
     * @param {boolean} [isShown] false if none of all this is on the screen
     */
    stale(keys?: Iterable<string> | undefined, isShown?: boolean | undefined): void;
    /**
     * An event tells a value. Keys that nobody looks at stay unknown.
     * @param {string} key
     * @param {(value: Value | null | undefined) => Value | null | undefined} change
     */
    tell(key: string, change: (value: Value | null | undefined) => Value | null | undefined): void;
    /**
     * There is a value of this key, whatever an answer says that has come or is on its way.
     * @param {string} key
     */
    exists(key: string): void;
    /** The keys that were looked at, those that were looked at last at the end. */
    get keys(): string[];
    close(): void;
    #private;
}
export type Client = import("./client.js").Client;
/**
 * What a read has found: keys that it leaves out have no value. Those in `left` did not fit into the reply.
 */
export type Found<Value> = {
    values: Map<string, Value>;
    left?: string[];
};
/**
 * The value of a key: undefined before the first read, and null if there is none. From `staleAt` on it is read again
 * when it is looked at, and shown meanwhile.
 */
export type Entry<Value> = {
    value: Value | null | undefined;
    staleAt: number;
};
