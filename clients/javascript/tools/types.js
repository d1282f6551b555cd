#!/usr/bin/env node
/**
 * Writes types/protocol.d.ts from docs/asyncapi.json: the parameters and results of every operation, and the data of every
 * event.
 *
 *   tools/types.js          writes the file
 *   tools/types.js --check  fails if the file is not up to date
 */
import { readFileSync, writeFileSync } from "node:fs";

const source = new URL("../../../docs/asyncapi.json", import.meta.url);
const target = new URL("../types/protocol.d.ts", import.meta.url);

const { components } = JSON.parse(readFileSync(source, "utf8"));

/** A comment, with the indentation of what follows. */
const comment = (text, indent) => (text ? `${indent}/** ${text.replaceAll("*/", "*\\/")} */\n` : "");

const name = (key) => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key));

function typeOf(schema, indent) {
    if (schema.$ref) return schema.$ref.split("/").at(-1);
    if ("const" in schema) return JSON.stringify(schema.const);
    if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return [...new Set(choices.map((choice) => typeOf(choice, indent)))].join(" | ");
    if (schema.not?.const === false) return "true";
    if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type }, indent)).join(" | ");
    switch (schema.type) {
        case "integer":
        case "number":
            return "number";
        case "string":
        case "boolean":
        case "null":
            return schema.type;
        case "array":
            return `Array<${schema.items ? typeOf(schema.items, indent) : "unknown"}>`;
        case "object":
            return objectOf(schema, indent);
        default:
            return "unknown";
    }
}

function objectOf(schema, indent) {
    const inner = indent + "    ";
    const required = new Set(schema.required ?? []);
    const members = Object.entries(schema.properties ?? {}).map(
        ([key, member]) =>
            `${comment(member.description, inner)}${inner}${name(key)}${required.has(key) ? "" : "?"}: ${typeOf(member, inner)};\n`,
    );
    const others = schema.additionalProperties;
    if (members.length === 0) {
        if (!others) return schema.properties ? "{}" : "Record<string, any>";
        return `Record<string, ${typeOf(others, indent)}>`;
    }
    if (others) members.push(`${inner}[member: string]: any;\n`);
    return `{\n${members.join("")}${indent}}`;
}

const schemas = Object.entries(components.schemas).map(
    ([key, schema]) => `${comment(schema.description, "")}export type ${key} = ${typeOf(schema, "")};\n`,
);

const messages = Object.values(components.messages);
const operations = messages
    .filter((message) => message.name.endsWith(".request"))
    .map((request) => {
        const op = request.name.slice(0, -".request".length);
        const reply = messages.find((message) => message.name === `${op}.reply`);
        const data = request.payload.properties.data ?? { type: "object", properties: {} };
        const ok = reply.payload.properties.ok;
        return (
            `${comment(request.summary, "    ")}    ${JSON.stringify(op)}: {\n` +
            `        data: ${typeOf(data, "        ")};\n        ok: ${typeOf(ok, "        ")};\n    };\n`
        );
    });

const events = messages
    .filter((message) => message.payload.properties.event)
    .map((event) => `${comment(event.summary, "    ")}    ${JSON.stringify(event.name)}: ${typeOf(event.payload.properties.data, "    ")};\n`);

const text = `// Generated from docs/asyncapi.json by tools/types.js. Do not edit.

${schemas.join("\n")}
/** The parameters and the result of each operation. */
export interface Operations {
${operations.join("")}}

/** The data of each event. */
export interface Events {
${events.join("")}}
`;

if (process.argv[2] === "--check") {
    if (readFileSync(target, "utf8") !== text) {
        console.error("types/protocol.d.ts is not up to date: run clients/javascript/tools/types.js");
        process.exit(1);
    }
} else {
    writeFileSync(target, text);
}
