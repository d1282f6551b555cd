/** The names of the JavaScript client's calls: clients/javascript/src/operations.js. */
import { families } from "./document.js";

/** In lines of at most 120 characters. */
function names(operations) {
    const lines = [""];
    for (const { method } of operations) {
        if (lines.at(-1).length + method.length > 100) lines.push("");
        lines[lines.length - 1] += `${method} `;
    }
    return lines.map((line, at) => JSON.stringify(at === lines.length - 1 ? line.trimEnd() : line)).join(" +\n        ");
}

export function javascript(model) {
    const lines = [...families(model)].map(([family, operations]) => `    ${family}:\n        ${names(operations)},\n`);
    return `// Generated from docs/asyncapi.json by clients/tools/generate.js. Do not edit.

/** A user's operations, by their families. */
export const operations = {
${lines.join("")}};
`;
}
