/**
 * Rows of one space of the storage, so that a page that is opened without a connection shows what an earlier one has read. The
 * number of rows is bounded, and old ones go. Without a storage of the application nothing is kept.
 * @template Value
 */
export class Keeping<Value> {
    /**
     * @param {Client} client
     * @param {string} space
     * @param {number} most how many rows are kept
     */
    constructor(client: Client, space: string, most: number);
    client: import("./client.js").Client;
    space: string;
    most: number;
    /**
     * Reads the rows of an earlier page, the oldest one first; none if they cannot be read.
     * @returns {Promise<Array<[string, Value]>>}
     */
    load(): Promise<Array<[string, Value]>>;
    /**
     * @param {string} key
     * @param {Value | null} [value] none removes the row
     */
    put(key: string, value?: Value | null | undefined): void;
    /** Nothing is kept from now on. */
    close(): void;
    flush(): Promise<any>;
    /** The user signs out: when it is done, nothing more is written. */
    clear(): Promise<void>;
    #private;
}
export type Client = import("./client.js").Client;
