/**
 * The address as a link may have it, if it is one of the web.
 * @param {unknown} text
 * @returns {string | undefined}
 */
export function webAddress(text: unknown): string | undefined;
/**
 * Finds addresses of the web, and mentions: `@` and a name.
 * @param {string} text
 * @param {Array<{user: string, name: string}>} [mentioned]
 * @returns {Part[]}
 */
export function partsOf(text: string, mentioned?: Array<{
    user: string;
    name: string;
}>): Part[];
/**
 * A part of a text: only `link` and `user` are more than text.
 */
export type Part = {
    text: string;
    link?: string;
    user?: string;
};
