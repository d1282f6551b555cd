/**
 * A part of a text: only `link` and `user` are more than text.
 * @typedef {{text: string, link?: string, user?: string}} Part
 */

/** Signs that turn the direction of a text are no part of an address, which they would show as another one. */
const address = /https?:\/\/[^\s<>"'`，。；：！？、（）《》「」“”\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gi;

/** What ends a sentence is no part of the address in it, nor is a bracket that was opened before. */
function trimmed(found) {
    let text = found.replace(/[.,;:!?*_~]+$/, "");
    while (/[)\]]$/.test(text) && !isClosed(text)) text = text.slice(0, -1).replace(/[.,;:!?]+$/, "");
    return text;
}

function isClosed(text) {
    const [open, close] = text.endsWith(")") ? ["(", ")"] : ["[", "]"];
    return text.split(open).length >= text.split(close).length;
}

/**
 * The address as a link may have it, if it is one of the web.
 * @param {unknown} text
 * @returns {string | undefined}
 */
export function webAddress(text) {
    if (typeof text !== "string" || !/^https?:/i.test(text)) return undefined;
    try {
        return new URL(text).href;
    } catch (error) {
        return undefined;
    }
}

/**
 * Finds addresses of the web, and mentions: `@` and a name.
 * @param {string} text
 * @param {Array<{user: string, name: string}>} [mentioned]
 * @returns {Part[]}
 */
export function partsOf(text, mentioned = []) {
    const parts = [];
    let end = 0;
    for (const { 0: found, index } of text.matchAll(address)) {
        const shown = trimmed(found);
        const link = webAddress(shown);
        if (!link) continue;
        parts.push(...mentionsOf(text.slice(end, index), mentioned), { text: shown, link });
        end = index + shown.length;
    }
    return [...parts, ...mentionsOf(text.slice(end), mentioned)].filter((part) => part.text !== "");
}

/** The longest name first: one can begin with another. */
function mentionsOf(text, mentioned) {
    if (!text.includes("@") || mentioned.length === 0) return [{ text }];
    const names = [...mentioned].sort((one, other) => other.name.length - one.name.length);
    const parts = [];
    let begin = 0;
    for (let place = text.indexOf("@"); place >= 0; place = text.indexOf("@", place + 1)) {
        const found = names.find(({ name }) => text.startsWith(name, place + 1));
        if (!found || place < begin) continue;
        const end = place + 1 + found.name.length;
        parts.push({ text: text.slice(begin, place) }, { text: text.slice(place, end), user: found.user });
        begin = end;
    }
    return [...parts, { text: text.slice(begin) }];
}
