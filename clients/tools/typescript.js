/** The types of the JavaScript client: clients/javascript/types/protocol.d.ts. */
import { families } from "./document.js";

const comment = (text, indent) => (text ? `${indent}/** ${text.replaceAll("*/", "*\\/")} */\n` : "");

const name = (key) => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key));

function printed(type, indent) {
    switch (type.kind) {
        case "integer":
        case "number":
            return "number";
        case "any":
            return "unknown";
        case "named":
            return type.name;
        case "enum":
            return type.values.map((value) => JSON.stringify(value)).join(" | ");
        case "choice":
            return [...new Set(type.of.map((choice) => printed(choice, indent)))].join(" | ");
        case "list":
            return `Array<${printed(type.of, indent)}>`;
        case "map":
            return `Record<string, ${printed(type.of, indent)}>`;
        case "json":
            return "Record<string, any>";
        case "object":
            return object(type, indent);
        default:
            return type.kind;
    }
}

function object({ members, isOpen }, indent) {
    const inner = indent + "    ";
    const lines = members.map(
        ({ name: key, text, isRequired, type }) =>
            `${comment(text, inner)}${inner}${name(key)}${isRequired ? "" : "?"}: ${printed(type, inner)};\n`,
    );
    if (isOpen) lines.push(`${inner}[member: string]: any;\n`);
    return lines.length === 0 ? "{}" : `{\n${lines.join("")}${indent}}`;
}

function call({ name: op, method, text, data }) {
    const isNeeded = data.members.some(({ isRequired }) => isRequired);
    const operation = `Operations[${JSON.stringify(op)}]`;
    return (
        `${comment(text, "        ")}        ${method}` +
        `(data${isNeeded ? "" : "?"}: ${operation}["data"], options?: Options): Promise<${operation}["ok"]>;\n`
    );
}

export function typescript(model) {
    const schemas = model.schemas.map(({ name, text, type }) => `${comment(text, "")}export type ${name} = ${printed(type, "")};\n`);
    const operations = model.operations.map(
        ({ name, text, data, result }) =>
            `${comment(text, "    ")}    ${JSON.stringify(name)}: {\n` +
            `        data: ${printed(data, "        ")};\n        ok: ${printed(result, "        ")};\n    };\n`,
    );
    const events = model.events.map(
        ({ name, text, data }) => `${comment(text, "    ")}    ${JSON.stringify(name)}: ${printed(data, "    ")};\n`,
    );
    const calls = [...families(model)].map(([family, list]) => `    ${family}: {\n${list.map(call).join("")}    };\n`);
    return `// Generated from docs/asyncapi.json by clients/tools/generate.js. Do not edit.

${schemas.join("\n")}
/** The parameters and the result of each operation. */
export interface Operations {
${operations.join("")}}

/** A user's operations as functions: \`friend.add\` is \`client.friend.add\`. */
export interface Calls<Options> {
${calls.join("")}}

/** The data of each event. */
export interface Events {
${events.join("")}}
`;
}
