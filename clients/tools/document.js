/**
 * Reads an AsyncAPI document of the gateway into types that each language can print. Names of inline objects come from where
 * they stand: the entries of `users` in the data of `friend.changed` are a `FriendChangedUser`.
 *
 * @typedef {{name: string, text?: string, isRequired: boolean, type: Type}} Member
 * @typedef {{kind: "integer" | "number" | "string" | "boolean" | "true" | "null" | "any"}
 *     | {kind: "enum", base: "integer" | "string", values: (string | number)[]}
 *     | {kind: "list" | "map", of: Type}
 *     | {kind: "choice", of: Type[]}
 *     | {kind: "named", name: string}
 *     | {kind: "json"}
 *     | ObjectType} Type
 * @typedef {{kind: "object", name: string, own: string, members: Member[], isOpen: boolean}} ObjectType `own` is its name
 *     within the object around it; `json` is an object of which nothing is known, and an open one has more members than these
 * @typedef {{name: string, family: string, method: string, text: string, isForUsers: boolean, data: ObjectType,
 *     result: ObjectType}} Operation
 * @typedef {{name: string, text: string, data: Type}} Event
 * @typedef {{schemas: {name: string, text?: string, type: ObjectType}[], operations: Operation[], events: Event[]}} Model
 */

const capitalized = (text) => text[0].toUpperCase() + text.slice(1);

/** `friend.add` is `FriendAdd`. */
export const typeName = (path) => path.split(".").map(capitalized).join("");

const singular = (name) => name.replace(/ies$/, "y").replace(/ches$/, "ch").replace(/s$/, "");

/** @returns {Model} */
export function modelOf({ components, operations }) {
    const reader = new Reader(components.schemas);
    const messages = Object.values(components.messages);
    const isForUsers = new Set(
        Object.entries(operations).filter(([, { description }]) => description?.startsWith("Role: user.")).map(([key]) => key),
    );
    return {
        schemas: Object.entries(components.schemas).map(([name, schema]) => ({
            name,
            text: schema.description,
            type: reader.object(schema, name, name),
        })),
        operations: messages
            .filter(({ name }) => name.endsWith(".request"))
            .map((request) => {
                const name = request.name.slice(0, -".request".length);
                const reply = messages.find((message) => message.name === `${name}.reply`);
                const data = request.payload.properties.data ?? { type: "object", properties: {} };
                return {
                    name,
                    family: name.slice(0, name.lastIndexOf(".")),
                    method: name.slice(name.lastIndexOf(".") + 1),
                    text: request.summary,
                    isForUsers: isForUsers.has(name.replaceAll(".", "_")),
                    data: reader.object(data, typeName(name), typeName(name)),
                    result: reader.object(reply.payload.properties.ok, `${typeName(name)}Result`, `${typeName(name)}Result`),
                };
            }),
        events: messages
            .filter(({ payload }) => payload.properties.event)
            .map(({ name, summary, payload }) => ({
                name,
                text: summary,
                data: reader.type(payload.properties.data, `${typeName(name)}Event`),
            })),
    };
}

class Reader {
    /** The schemas' names by what they say; and the objects that have a name. */
    #known = new Map();
    #taken = new Set();

    constructor(schemas) {
        for (const [name, schema] of Object.entries(schemas)) this.#known.set(withoutTexts(schema), name);
    }

    /** @returns {Type} */
    type(schema, name, own = name) {
        if (schema.$ref) return { kind: "named", name: schema.$ref.split("/").at(-1) };
        if (schema.enum) return { kind: "enum", base: schema.type, values: schema.enum };
        const choices = schema.anyOf ?? schema.oneOf;
        if (choices) return { kind: "choice", of: choices.map((choice) => this.type(choice, name, own)) };
        if (schema.not?.const === false) return { kind: "true" };
        switch (schema.type) {
            case "integer":
            case "number":
            case "string":
            case "boolean":
            case "null":
                return { kind: schema.type };
            case "array":
                return { kind: "list", of: schema.items ? this.type(schema.items, singular(name), singular(own)) : { kind: "any" } };
            case "object":
                break;
            default:
                return { kind: "any" };
        }
        if (!schema.properties) {
            const others = schema.additionalProperties;
            return others === true ? { kind: "json" } : { kind: "map", of: this.type(others, singular(name), singular(own)) };
        }
        const known = this.#known.get(withoutTexts(schema));
        return known ? { kind: "named", name: known } : this.object(schema, name, own);
    }

    /** @returns {ObjectType} */
    object(schema, name, own) {
        if (this.#taken.has(name)) throw new Error(`two objects have the name ${name}`);
        this.#taken.add(name);
        const required = new Set(schema.required);
        return {
            kind: "object",
            name,
            own,
            members: Object.entries(schema.properties ?? {}).map(([key, member]) => ({
                name: key,
                text: member.description,
                isRequired: required.has(key),
                type: this.type(member, name + capitalized(key), capitalized(key)),
            })),
            isOpen: Boolean(schema.additionalProperties),
        };
    }
}

const withoutTexts = (schema) => JSON.stringify(schema, (key, value) => (key === "description" && typeof value === "string" ? undefined : value));

/** The type of what is there, and whether it may be null. */
export function withoutNull(type) {
    if (type.kind !== "choice") return { type, isNullable: false };
    const others = type.of.filter(({ kind }) => kind !== "null");
    return { type: others.length === 1 ? others[0] : { kind: "choice", of: others }, isNullable: others.length < type.of.length };
}

/** The users' operations by family: those that an application asks for by itself. */
export function families({ operations }) {
    const found = new Map();
    for (const operation of operations) {
        if (!operation.isForUsers) continue;
        found.set(operation.family, [...(found.get(operation.family) ?? []), operation]);
    }
    return found;
}

/** The object types within a type, itself included; those that it is made of come first. */
export function objectsOf(type) {
    switch (type.kind) {
        case "object":
            return [...type.members.flatMap((member) => objectsOf(member.type)), type];
        case "choice":
            return type.of.flatMap(objectsOf);
        case "list":
        case "map":
            return objectsOf(type.of);
        default:
            return [];
    }
}
