/** @typedef {{user: string, name: string}} Candidate */
/**
 * What a user is about to mention: an `@` at the beginning or behind a blank, and what stands between it and the
 * cursor.
 * @param {string} text
 * @param {number} cursor
 * @returns {{start: number, query: string} | undefined}
 */
export function mentionAt(text: string, cursor: number): {
    start: number;
    query: string;
} | undefined;
/**
 * Whose name or id has a word that begins with the query; those whose name begins with it come first.
 * @param {Candidate[]} candidates
 * @param {string} query
 * @param {number} most
 */
export function matching(candidates: Candidate[], query: string, most: number): Candidate[];
/**
 * The text with the mention, and where the cursor stands behind it.
 * @param {string} text
 * @param {number} cursor
 * @param {{start: number}} mention
 * @param {string} name
 */
export function completed(text: string, cursor: number, { start }: {
    start: number;
}, name: string): {
    text: string;
    cursor: number;
};
/**
 * The users whose mention still stands in the text.
 * @param {string} text
 * @param {Iterable<Candidate>} picked
 */
export function mentionedIn(text: string, picked: Iterable<Candidate>): string[];
/** Stands for all members of a group in `atUserList`: docs/group-messages.md. */
export const everybody: "__kImSDK_MesssageAtALL__";
export type Candidate = {
    user: string;
    name: string;
};
