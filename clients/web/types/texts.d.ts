/**
 * @param {Texts} texts
 * @param {string} name
 * @param {Record<string, string | number>} [values]
 */
export function say(texts: Texts, name: string, values?: Record<string, string | number>): string;
/**
 * What the elements say. A text with `{…}` has the value of that name there, and one with a `|` has two forms, for
 * one and for several.
 * @typedef {Record<string, string>} Texts
 */
/** @type {Texts} */
export const english: Texts;
/** @type {Texts} */
export const chinese: Texts;
export function textsOf(lang: string): Texts;
export function listed(names: any, lang: any): string;
/**
 * What the elements say. A text with `{…}` has the value of that name there, and one with a `|` has two forms, for
 * one and for several.
 */
export type Texts = Record<string, string>;
