/** Stands for all members of a group in `atUserList`: docs/group-messages.md. */
export const everybody = "__kImSDK_MesssageAtALL__";

/** @typedef {{user: string, name: string}} Candidate */

/**
 * What a user is about to mention: an `@` at the beginning or behind a blank, and what stands between it and the
 * cursor.
 * @param {string} text
 * @param {number} cursor
 * @returns {{start: number, query: string} | undefined}
 */
export function mentionAt(text, cursor) {
    const found = /(?:^|[\s(（，。])@([^\s@]{0,40})$/.exec(text.slice(0, cursor));
    return found ? { start: cursor - found[1].length - 1, query: found[1] } : undefined;
}

/**
 * Whose name or id has a word that begins with the query; those whose name begins with it come first.
 * @param {Candidate[]} candidates
 * @param {string} query
 * @param {number} most
 */
export function matching(candidates, query, most) {
    const wanted = query.toLocaleLowerCase();
    const rank = ({ user, name }) => {
        const shown = name.toLocaleLowerCase();
        if (shown.startsWith(wanted)) return 0;
        // Chinese names are written without blanks.
        const isInside = /[^\x00-\x7f]/.test(wanted) && shown.includes(wanted);
        if (isInside || shown.split(/\s+/).some((word) => word.startsWith(wanted))) return 1;
        return user.toLocaleLowerCase().startsWith(wanted) ? 2 : 3;
    };
    const ranked = candidates.map((candidate) => ({ candidate, rank: rank(candidate) })).filter(({ rank }) => rank < 3);
    return ranked.sort((one, other) => one.rank - other.rank).slice(0, most).map(({ candidate }) => candidate);
}

/**
 * The text with the mention, and where the cursor stands behind it.
 * @param {string} text
 * @param {number} cursor
 * @param {{start: number}} mention
 * @param {string} name
 */
export function completed(text, cursor, { start }, name) {
    const before = `${text.slice(0, start)}@${name} `;
    return { text: before + text.slice(cursor).replace(/^ /, ""), cursor: before.length };
}

/**
 * The users whose mention still stands in the text.
 * @param {string} text
 * @param {Iterable<Candidate>} picked
 */
export function mentionedIn(text, picked) {
    return [...new Set([...picked].filter(({ name }) => text.includes(`@${name}`)).map(({ user }) => user))];
}
