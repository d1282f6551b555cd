/**
 * A list that has only the rows that are seen in the page, and begins at its end. What is seen stays in its place when
 * rows come above it, and the end stays in sight when rows come below it.
 */
export class Scroller {
    /**
     * @param {object} options
     * @param {(row: any) => string} options.gist all that is seen of a row
     * @param {(row: any) => HTMLElement} options.draw
     * @param {(row: any) => boolean} options.isActive whether Tab leads to the row
     * @param {() => void} options.moved called when the user has scrolled
     * @param {(edge: "older" | "newer") => void} options.near called near an edge
     */
    constructor(options: {
        gist: (row: any) => string;
        draw: (row: any) => HTMLElement;
        isActive: (row: any) => boolean;
        moved: () => void;
        near: (edge: "older" | "newer") => void;
    });
    options: {
        gist: (row: any) => string;
        draw: (row: any) => HTMLElement;
        isActive: (row: any) => boolean;
        moved: () => void;
        near: (edge: "older" | "newer") => void;
    };
    list: any;
    element: any;
    observer: ResizeObserver;
    close(): void;
    get isAtEnd(): boolean;
    get rows(): any[];
    /** @param {any[]} rows each with a `key` that no other has */
    set(rows: any[]): void;
    toEnd(): void;
    /** The element of a row that is in the page. @param {string} key @returns {HTMLElement | undefined} */
    item(key: any): any;
    /**
     * Brings a row into the page; in the middle, or only as far as needed.
     * @param {string} key
     * @param {"middle" | "nearest"} block
     */
    lead(key: string, block?: "middle" | "nearest"): any;
    /** Draws the rows that are seen. */
    render(): void;
    #private;
}
