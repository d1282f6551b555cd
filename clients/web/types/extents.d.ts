/**
 * The heights of a list's rows, for a list that has only those in its page that are seen. A row that was not measured
 * yet is taken to be as high as those that were are on average.
 */
export class Extents {
    /** @param {number} estimate the height of a row before any was measured */
    constructor(estimate: number);
    get count(): number;
    get total(): any;
    /** @param {string[]} keys of the rows in their order, each once */
    set(keys: string[]): void;
    /**
     * Whether that is news.
     * @param {string} key
     * @param {number} height
     */
    measure(key: string, height: number): boolean;
    /** @param {string} key */
    place(key: string): number;
    /** @param {number} place */
    top(place: number): any;
    /** The row at a height; the last one for all below it, and -1 if there is none. @param {number} y */
    at(y: any): number;
    /**
     * The rows that are seen, and those within `margin` above and below: from `first`, up to and without `end`.
     * @param {number} top
     * @param {number} height
     * @param {number} margin
     */
    range(top: number, height: number, margin: number): {
        first: number;
        end: number;
    };
    #private;
}
