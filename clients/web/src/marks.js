/**
 * The parts of a text, of which the marked ones were found. The places of matches count Unicode scalars:
 * docs/search.md. What stands far before the first match is left out, so that it is seen in one line.
 * @param {string} text
 * @param {Array<{start: number, end: number}>} matches
 * @returns {Array<{text: string, isMarked: boolean}>}
 */
export function markedParts(text, matches) {
    const scalars = Array.from(text);
    const begin = matches.length > 0 && matches[0].start > 40 ? matches[0].start - 15 : 0;
    const parts = [{ text: begin > 0 ? "…" : "", isMarked: false }];
    let place = begin;
    for (const { start, end } of matches) {
        parts.push({ text: scalars.slice(place, start).join(""), isMarked: false });
        parts.push({ text: scalars.slice(start, end).join(""), isMarked: true });
        place = end;
    }
    parts.push({ text: scalars.slice(place).join(""), isMarked: false });
    return parts.filter((part) => part.text !== "");
}
