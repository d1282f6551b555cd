/** Texts in lines of so many characters. */

/** Puts as many items into a line as fit. */
export function filled(items, length, separator = ", ") {
    const lines = [];
    for (const item of items) {
        const longer = `${lines.at(-1)}${separator}${item}`;
        if (lines.length > 0 && longer.length <= length) lines[lines.length - 1] = longer;
        else lines.push(item);
    }
    return lines;
}

/** Breaks a text at its spaces; lines after the first begin with the indentation. */
export const wrapped = (text, length, indent = "") =>
    filled(text.split(" "), length - indent.length, " ").map((line, at) => (at === 0 ? line : indent + line));
