/** @typedef {import("./types.js").Change} Change */
/** The rows that are written next, in front of those that the storage has. */
export class Batch {
    /** @param {import("./types.js").Storage} storage */
    constructor(storage: import("./types.js").Storage);
    storage: import("./types.js").Storage;
    /** @param {Change[]} changes */
    put(...changes: import("./types.js").Change[]): void;
    /**
     * The rows of a space as they will be, not in order.
     * @param {string} space @param {string} [from] @param {string} [to]
     * @returns {Promise<Map<string, any>>}
     */
    range(space: string, from?: string | undefined, to?: string | undefined): Promise<Map<string, any>>;
    /** @param {string} space @param {string} key */
    get(space: string, key: string): Promise<any>;
    /**
     * Removes all rows of a space.
     * @param {string} space
     */
    empty(space: string): Promise<void>;
    /** @returns {Change[]} */
    changes(): import("./types.js").Change[];
    #private;
}
export function after(key: string): string;
export function keyOf(conversationID: string, seq: number): string;
export function seqOf(key: string): number;
export function keysOf(conversationID: string, low?: number | undefined, high?: number | undefined): [string, string];
export function endOf(time: number, key?: string | undefined): string;
export type Change = import("./types.js").Change;
