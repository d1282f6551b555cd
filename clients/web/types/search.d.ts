/**
 * The field that searches all conversations, and what it finds.
 */
export class Search {
    /**
     * @param {any} element
     * @param {{changed: () => void, open: (message: any) => void, down: () => void}} options `down`
     *     leads from the field to what was found
     */
    constructor(element: any, { changed, open, down }: {
        changed: () => void;
        open: (message: any) => void;
        down: () => void;
    });
    /** Whether what was found is shown. */
    isSearching: boolean;
    element: any;
    changed: () => void;
    open: (message: any) => void;
    input: any;
    clear: any;
    note: any;
    hits: any;
    form: any;
    empty(): void;
    #private;
}
