/**
 * Values of each type, for tests of the languages that have structures: clients/conformance/values.json. Each type has
 * one with all members, one with those that must be there, and one of a newer gateway, with a member and texts that are
 * not known. Types within results and events have no values of their own.
 */
import { objectsOf, withoutNull } from "./document.js";

const modes = ["full", "least", "newer"];

export function samples(model) {
    const schemas = new Map(model.schemas.map(({ name, type }) => [name, type]));
    const objects = [
        ...model.schemas.map(({ type }) => type),
        ...model.operations.flatMap(({ data, result }) => [...objectsOf(data), result]),
        ...model.events.map(({ data }) => data),
    ].filter(({ kind }) => kind === "object");
    const rows = objects
        .filter(({ members, isOpen }) => isOpen || members.length > 0)
        .flatMap((object) =>
            modes.map((mode) => {
                const back = valueOf(object, { schemas, mode, isBack: true });
                const given = valueOf(object, { schemas, mode, isBack: false });
                return JSON.stringify({ type: object.name, given, back: mode === "newer" ? back : undefined });
            }),
        );
    return `[\n${rows.join(",\n")}\n]\n`;
}

/** `isBack`: as it is written by a client that has read it. */
function valueOf(type, making) {
    switch (type.kind) {
        case "integer":
            return 1795363200000;
        case "number":
            return 0.5;
        case "string":
            return "Ä\"\n";
        case "boolean":
        case "true":
            return true;
        case "enum":
            return making.mode === "newer" && type.base === "string" ? "ofLater" : type.values.at(-1);
        case "named":
            return valueOf(making.schemas.get(type.name), making);
        case "choice":
            return valueOf(type.of[making.mode === "full" ? type.of.length - 1 : 0], making);
        case "list":
            return making.mode !== "full" ? [] : [valueOf(type.of, making)];
        case "map":
            return making.mode !== "full" ? {} : { 一: valueOf(type.of, making) };
        case "object":
            return objectOf(type, making);
        default:
            return { any: [1, null, { thing: false }] };
    }
}

function objectOf({ members, isOpen }, making) {
    const object = {};
    for (const { name, isRequired, type } of members) {
        const { type: own, isNullable } = withoutNull(type);
        if (making.mode === "full") object[name] = valueOf(own, making);
        else if (isRequired) object[name] = isNullable ? null : valueOf(own, making);
    }
    // What is not known stays only where the document says that more may come.
    const isEmpty = members.length === 0 && !isOpen;
    if (making.mode === "newer" && (isOpen || isEmpty || !making.isBack)) object.ofLater = 1;
    return object;
}
