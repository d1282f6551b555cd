/** The names of the JavaScript client's calls: clients/javascript/src/operations.js. */
import { families } from "./document.js";
import { filled } from "./texts.js";

/** In one text, of which each line has a part. */
function names(operations) {
    const lines = filled(operations.map(({ method }) => method), 100, " ");
    return lines.map((line, at) => JSON.stringify(at === lines.length - 1 ? line : `${line} `)).join(" +\n        ");
}

export function javascript(model) {
    const lines = [...families(model)].map(([family, operations]) => `    ${family}:\n        ${names(operations)},\n`);
    return `// Generated from docs/asyncapi.json by clients/tools/generate.js. Do not edit.

/** A user's operations, by their families. */
export const operations = {
${lines.join("")}};
`;
}
