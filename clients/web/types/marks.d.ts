/**
 * The parts of a text, of which the marked ones were found. The places of matches count Unicode scalars:
 * docs/search.md. What stands far before the first match is left out, so that it is seen in one line.
 * @param {string} text
 * @param {Array<{start: number, end: number}>} matches
 * @returns {Array<{text: string, isMarked: boolean}>}
 */
export function markedParts(text: string, matches: Array<{
    start: number;
    end: number;
}>): Array<{
    text: string;
    isMarked: boolean;
}>;
