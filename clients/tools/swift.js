/** The values and the calls of the Swift client: clients/swift/Sources/MartletClient/Generated. */
import { families, objectsOf, typeName, withoutNull } from "./document.js";
import { enumerations, keyOf } from "./enumerations.js";
import { filled, wrapped } from "./texts.js";

const head = "// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.\n";

/** Names that mean something else where an application uses them: a view of SwiftUI, an instance itself. */
const types = new Map([["Group", "GroupInfo"]]);
const properties = new Map([["self", "own"]]);

const keywords = new Set(
    (
        "associatedtype class deinit enum extension func import init inout internal let operator private protocol " +
        "public static struct subscript var break case continue default defer do else for if in repeat return " +
        "switch where while as catch false is nil super throw throws true try"
    ).split(" "),
);

const escaped = (name) => (keywords.has(name) ? `\`${name}\`` : name);

const property = (name) => escaped(properties.get(name) ?? name);

const uncapitalized = (name) => name[0].toLowerCase() + name.slice(1);

/** `time-sensitive` is `timeSensitive`. */
const constant = (text) => escaped(text.replace(/-(\w)/g, (_, letter) => letter.toUpperCase()));

function documented(text, indent) {
    if (!text) return "";
    return wrapped(text, 116 - indent.length).map((line) => `${indent}/// ${line}\n`).join("");
}

const typeOf = (name) => types.get(name) ?? name;

/** An object of which an application gets a structure. */
const isStructure = ({ members, isOpen }) => isOpen || members.length > 0;

class Printer {
    #sets;
    /** Those that a type was printed for. */
    #used = new Set();

    constructor(model) {
        this.#sets = enumerations(model);
    }

    type(type) {
        switch (type.kind) {
            case "integer":
                return "Int";
            case "number":
                return "Double";
            case "string":
                return "String";
            case "boolean":
            case "true":
                return "Bool";
            case "named":
                return typeOf(type.name);
            case "enum":
                return type.base === "string" ? this.#enumeration(type) : "Int";
            case "choice":
                return this.#choice(type);
            case "list":
                return `[${this.type(type.of)}]`;
            case "map":
                return `[String: ${this.type(type.of)}]`;
            case "object":
                return isStructure(type) ? type.name : "JSON";
            default:
                return "JSON";
        }
    }

    #enumeration(type) {
        const set = this.#sets.get(keyOf(type));
        this.#used.add(set);
        return set.name;
    }

    #choice({ of }) {
        const names = [...new Set(of.map((choice) => this.type(choice)))];
        if (names.length === 1) return names[0];
        if (names.every((name) => ["Int", "String", "Bytes"].includes(name))) return "CustomValue";
        throw new Error(`no type is ${names.join(" or ")}`);
    }

    /** Its type, and whether it may be missing. */
    member({ isRequired, type }) {
        const { type: own, isNullable } = withoutNull(type);
        const isOptional = isNullable || !isRequired;
        return { name: this.type(own) + (isOptional ? "?" : ""), isOptional, isNull: isRequired && isNullable };
    }

    /** Parameters in lines; those that may be left out are nil. */
    parameters(members) {
        return members.map((member) => {
            const { name, isOptional } = this.member(member);
            return `${property(member.name)}: ${name}${isOptional ? " = nil" : ""}`;
        });
    }

    constants() {
        return [...this.#sets.values()].filter((set) => this.#used.has(set)).map(({ name, values }) => {
            const lines = values.map((value) => {
                return `    public static let ${constant(value)} = Self(rawValue: "${value}")\n`;
            });
            return `public struct ${name}: OpenEnumeration, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

${lines.join("")}}
`;
        });
    }

    /** One that is given to calls is made by applications, which an initializer is for. */
    structure({ object, text }, isGiven) {
        const kind = isGiven ? "public var" : "public let";
        const fields = [];
        const read = [];
        const written = [];
        for (const member of object.members) {
            const { name, isOptional, isNull } = this.member(member);
            const own = property(member.name);
            fields.push(`${documented(member.text, "    ")}    ${kind} ${own}: ${name}\n`);
            read.push(`        ${own} = try json.${isOptional ? "optional" : "required"}("${member.name}")\n`);
            written.push(`        object.set("${member.name}", ${isNull ? "orNull: " : ""}${own})\n`);
        }
        if (object.isOpen) {
            const keys = object.members.map(({ name }) => `"${name}"`);
            const names = filled(keys, 100).map((line) => `            ${line},\n`);
            fields.push(`    /// The members that have no names here.\n    ${kind} others: [String: JSON]\n`);
            read.push(`        others = try json.others(than: [\n${names.join("")}        ])\n`);
            written.push("        for (name, value) in others { object[name] = value }\n");
        }
        return `${documented(text, "")}public struct ${typeOf(object.name)}: JSONRepresentable, Equatable, Sendable {
${fields.join("")}${isGiven ? this.#initializer(object) : ""}
    public init(json: JSON) throws(MartletError) {
${read.join("")}    }

    public var json: JSON {
        var object = JSONObject()
${written.join("")}        return .object(object)
    }
}
`;
    }

    #initializer({ members, isOpen }) {
        const parameters = [...this.parameters(members), ...(isOpen ? ["others: [String: JSON] = [:]"] : [])];
        const set = [...members.map(({ name }) => properties.get(name) ?? name), ...(isOpen ? ["others"] : [])];
        const lines = set.map((name) => `        self.${escaped(name)} = ${escaped(name)}\n`);
        return `
    public init(
${filled(parameters, 111).join(",\n").replace(/^/gm, "        ")}
    ) {
${lines.join("")}    }
`;
    }

    /** A function whose parameters are the members of the data, those that must be there first. */
    call({ name: op, method, text, data, result }) {
        const isOptional = (member) => this.member(member).isOptional;
        const members = [...data.members.filter((member) => !isOptional(member)), ...data.members.filter(isOptional)];
        const texts = members
            .filter((member) => member.text)
            .flatMap(({ name, text }) => wrapped(`- Parameter ${properties.get(name) ?? name}: ${text}`, 112, "  "))
            .map((line) => `    /// ${line}\n`);
        if (texts.length > 0) texts.unshift("    ///\n");
        const given = data.members.map(({ name }) => `        object.set("${name}", ${property(name)})\n`);
        if (given.length > 0) given.unshift("        var object = JSONObject()\n");
        const object = given.length > 0 ? ", object" : ", JSONObject()";
        const asked = (how) => `try await client.${how}("${op}"${object}, options)`;
        const [discardable, end, body] = isStructure(result)
            ? ["    @discardableResult\n", ` -> ${typeOf(result.name)}`, asked("result")]
            : ["", "", asked("done")];
        const signature = this.#signature(`public func ${escaped(method)}`, members, `async throws${end} {`);
        return `${documented(text, "    ")}${texts.join("")}${discardable}${signature}
${given.join("")}        ${end && given.length > 0 ? "return " : ""}${body}
    }
`;
    }

    /** In one line, if there is room for it. */
    #signature(name, members, end) {
        const parameters = this.parameters(members);
        const line = `    ${name}(${parameters.join(", ")}) ${end}`;
        if (line.length <= 120) return line;
        return `    ${name}(\n${filled(parameters, 111).join(",\n").replace(/^/gm, "        ")}\n    ) ${end}`;
    }
}

/** The structures of a type, which is within no other one; `text` is of it alone. */
const within = (type, text) =>
    objectsOf(type)
        .filter(isStructure)
        .map((object) => ({ object, text: object === type ? text : undefined, isRoot: object === type }));

/** The structures that an application gets and gives, by what they are for. */
function structures({ schemas, operations, events }) {
    const asked = operations.filter(({ isForUsers }) => isForUsers);
    return {
        schemas: schemas.flatMap(({ text, type }) => within(type, text)),
        given: asked
            .flatMap(({ data }) => within(data).filter(({ object }) => object !== data))
            .map((structure) => ({ ...structure, isRoot: true })),
        results: asked.flatMap(({ name, result }) => within(result, `The result of \`${name}\`.`)),
        events: events.flatMap(({ name, data }) => within(data, `The data of the event \`${name}\`.`)),
    };
}

/** The files by their paths. */
export function swift(model) {
    const printer = new Printer(model);
    const { schemas, given, results, events } = structures(model);
    const print = (list, isGiven = false) => list.map((one) => printer.structure(one, isGiven)).join("\n");
    const bodies = {
        Schemas: ["What results and events have in common.", print(schemas)],
        Given: ["What is given to calls within their parameters.", print(given, true)],
        Results: ["The results of calls.", print(results)],
        EventData: ["The data of events.", print(events)],
        TypedEvent: ["Which event has which data.", typedEvent(model, printer)],
        Calls: ["The operations of users, as functions.", calls(model, printer)],
    };
    // Only now it is known which are used.
    bodies.Enumerations = ["Sets of texts that may grow.", printer.constants().join("\n")];
    const files = new Map([
        ["swift/Tests/MartletTests/Generated/EveryValue.swift", everyValue([schemas, given, results, events].flat())],
    ]);
    for (const [name, [about, body]] of Object.entries(bodies)) {
        const path = `swift/Sources/MartletClient/Generated/${name}.swift`;
        files.set(path, `${head}// ${about}\nimport MartletCore\n\n${body}`);
    }
    return files;
}

/** A function that reads and writes each structure, for a test; the others are within these. */
function everyValue(made) {
    const lines = made
        .filter(({ isRoot }) => isRoot)
        .map(({ object: { name } }) => `    every["${name}"] = { try ${typeOf(name)}(json: $0).json }\n`);
    return `${head}import MartletClient
import MartletCore

/// Reads a value of each type, and writes it again.
func everyValue() -> [String: (JSON) throws -> JSON] {
    var every: [String: (JSON) throws -> JSON] = [:]
${lines.join("")}    return every
}
`;
}

function typedEvent({ events }, printer) {
    const cases = [];
    const read = [];
    for (const { name, text, data } of events) {
        const type = printer.type(data);
        const own = uncapitalized(typeName(name));
        const isEmpty = type === "JSON";
        cases.push(`${documented(text, "    ")}    case ${own}${isEmpty ? "" : `(${type})`}\n`);
        read.push(`        case "${name}":\n            .${own}${isEmpty ? "" : `(try ${type}(json: data))`}\n`);
    }
    return `/// An event of the gateway with its data. The client's own events, and newer ones, are \`other\`.
public indirect enum TypedEvent: Sendable, Equatable {
${cases.join("")}    case other(Event)
}

extension Event {
    /// Fails if the data is not what the event's name promises.
    public func typed() throws(MartletError) -> TypedEvent {
        switch name {
${read.join("")}        default: .other(self)
        }
    }
}
`;
}

function calls(model, printer) {
    const members = [];
    const structures = [];
    for (const [family, list] of families(model)) {
        const type = `${typeName(family)}Calls`;
        members.push(`    public nonisolated var ${family}: ${type} { ${type}(client: self) }\n`);
        structures.push(`public struct ${type}: Sendable {
    let client: Client
    var options = RequestOptions()

    /// The same operations, asked for with these options.
    public func with(_ options: RequestOptions) -> Self { Self(client: client, options: options) }

${list.map((operation) => printer.call(operation)).join("\n")}}
`);
    }
    return `/// The families of operations.
extension Client {
${members.join("")}}

${structures.join("\n")}`;
}
