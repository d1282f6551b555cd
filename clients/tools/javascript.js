/** The families of the JavaScript client's calls: clients/javascript/src/operations.js. */
import { families } from "./document.js";
import { filled } from "./texts.js";

export function javascript(model) {
    const lines = filled([...families(model).keys()], 100, " ");
    const text = lines.map((line, at) => JSON.stringify(at === lines.length - 1 ? line : `${line} `));
    return `// Generated from docs/asyncapi.json by clients/tools/generate.js. Do not edit.

/** The families of a user's operations. */
export const families =
    ${text.join(" +\n    ")};
`;
}
