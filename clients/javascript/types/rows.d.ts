/**
 * The row in which a value of release 0.3 goes on: it had no spaces.
 * @param {string} name @param {any} value
 * @returns {Change}
 */
export function movedRow(name: string, value: any): import("./types.js").Change;
/** @typedef {import("./types.js").Change} Change */
/** Rows in memory, by their spaces and in the order of their keys. */
export class Rows {
    size: number;
    /**
     * @param {string} space @param {string} [from] @param {string} [to] @param {number} [limit]
     * @returns {Array<[string, any]>}
     */
    range(space: string, from?: string | undefined, to?: string | undefined, limit?: number | undefined): Array<[string, any]>;
    /** @param {Change[]} changes whose values are the rows' from now on */
    apply(changes: import("./types.js").Change[]): void;
    /** @returns {Change[]} all rows, as changes that make them */
    all(): import("./types.js").Change[];
    #private;
}
export type Change = import("./types.js").Change;
