/**
 * Makes an element. A property that the element has is set as one (`textContent`, `onclick`, `className`), any other as
 * an attribute; what is undefined or false is left out. No text ever becomes markup.
 * @param {string} tag
 * @param {Record<string, any>} [properties]
 * @param {...any} children
 * @returns {any}
 */
export function make(tag: string, properties?: Record<string, any>, ...children: any[]): any;
/** Sets a text only if it is another, so that a screen reader is told of changes alone. */
export function setText(element: any, text: any): void;
/**
 * Makes the children of a list those of `rows`; a child whose row says the same stays the same element.
 * @template Row
 * @param {HTMLElement} list
 * @param {Row[]} rows
 * @param {(row: Row) => string} keyOf
 * @param {(row: Row) => string} gist all that is seen of a row
 * @param {(row: Row) => HTMLElement} draw
 */
export function reconcile<Row>(list: HTMLElement, rows: Row[], keyOf: (row: Row) => string, gist: (row: Row) => string, draw: (row: Row) => HTMLElement): void;
