/** Prints the types of the Java client as classes. */
import { withoutNull } from "./document.js";
import { keyOf } from "./enumerations.js";
import { filled, wrapped } from "./texts.js";

const keywords = new Set(
    (
        "abstract assert boolean break byte case catch char class const continue default do double else enum extends " +
        "final finally float for goto if implements import instanceof int interface long native new package private " +
        "protected public return short static strictfp super switch synchronized this throw throws transient try " +
        "void volatile while true false null"
    ).split(" "),
);

export const identifier = (name) => (keywords.has(name) ? `${name}_` : name);

/** `timeSensitive` and `time-sensitive` are `TIME_SENSITIVE`. */
export const constant = (text) => text.replace(/([a-z])([A-Z])/g, "$1_$2").replace(/[-.]/g, "_").toUpperCase();

export const indented = (text) => text.replace(/^(?=.)/gm, "    ");

const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("*/", "*&#47;");

/** A comment of paragraphs. */
export function documented(...texts) {
    const given = texts.filter(Boolean).map(escaped);
    if (given.length === 0) return "";
    if (given.length === 1 && given[0].length <= 104) return `/** ${given[0]} */\n`;
    const lines = given.flatMap((text) => wrapped(text, 107, text[0] === "@" ? "    " : ""));
    if (given.length > 1) lines.splice(wrapped(given[0], 107).length, 0, "");
    return `/**\n${lines.map((line) => ` * ${line}`.trimEnd() + "\n").join("")} */\n`;
}

const readers = {
    Long: "Json::asLong",
    Double: "Json::asDouble",
    String: "Json::asString",
    Boolean: "Json::asBoolean",
    Json: "Members.ANY",
};

/** An object of which an application gets a class. */
export const isValue = ({ members, isOpen }) => isOpen || members.length > 0;

/** Some parameters in as many lines as they need. */
export function signature(start, parameters, end) {
    const line = `${start}(${parameters.join(", ")})${end}`;
    if (line.length <= 108) return line;
    return `${start}(\n${filled(parameters, 95).join(",\n").replace(/^/gm, "        ")})${end}`;
}

/** One for each package. */
export class Printer {
    #sets;
    /** How each object is called, by its name in the model. */
    #names;
    /** What was named since the last `imports`. */
    #seen = new Set();
    /** The sets of texts that were printed. */
    used = new Set();

    /**
     * @param {Map<string, {name: string}>} sets
     * @param {(name: string) => string} names
     */
    constructor(sets, names) {
        this.#sets = sets;
        this.#names = names;
    }

    /** The names of other files since the last call. */
    take() {
        const seen = [...this.#seen];
        this.#seen.clear();
        return seen;
    }

    see(name) {
        this.#seen.add(name);
        return name;
    }

    nameOf(object) {
        return this.#names(object.name);
    }

    /** As the type of something that may be null. */
    boxed(type) {
        switch (type.kind) {
            case "integer":
                return "Long";
            case "number":
                return "Double";
            case "string":
                return "String";
            case "boolean":
            case "true":
                return "Boolean";
            case "named":
                return this.see(type.name);
            case "enum":
                return type.base === "string" ? this.#enumeration(type) : "Long";
            case "choice":
                return this.#choice(type);
            case "list":
                return `${this.see("List")}<${this.boxed(type.of)}>`;
            case "map":
                return `${this.see("Map")}<String, ${this.boxed(type.of)}>`;
            case "object":
                return isValue(type) ? this.nameOf(type) : this.see("Json");
            default:
                return this.see("Json");
        }
    }

    #enumeration(type) {
        const set = this.#sets.get(keyOf(type));
        this.used.add(set);
        return this.see(set.name);
    }

    #choice({ of }) {
        const names = [...new Set(of.map((choice) => this.boxed(choice)))];
        this.#seen.delete("Bytes");
        if (names.length === 1) return names[0];
        if (names.every((name) => ["Long", "String", "Bytes"].includes(name))) return this.see("CustomValue");
        throw new Error(`no type is ${names.join(" or ")}`);
    }

    member({ name, text, isRequired, type }) {
        const { type: own, isNullable } = withoutNull(type);
        const isOptional = isNullable || !isRequired;
        const boxed = this.boxed(own);
        const plain = { Long: "long", Boolean: "boolean", Double: "double" }[boxed] ?? boxed;
        const id = identifier(name);
        return {
            name,
            text,
            id,
            isOptional,
            type: isOptional ? boxed : plain,
            parameter: `${isOptional ? boxed : plain} ${id}`,
            read: `Members.${isOptional ? "optional" : "required"}(json, "${name}", ${this.#reader(own)})`,
            written: `.put("${name}", ${this.#written(own, id, isRequired && isNullable)})`,
        };
    }

    #reader(type) {
        const boxed = this.boxed(type);
        if (type.kind === "list" || type.kind === "map") return `Members.${type.kind}(${this.#reader(type.of)})`;
        return readers[boxed] ?? `${boxed}::new`;
    }

    /** What a builder takes; null is left out, unless it must be said. */
    #written(type, id, isNull) {
        if (!isNull && ["Long", "String", "Boolean"].includes(this.boxed(type))) return id;
        return `Members.${isNull ? "orNull" : "json"}(${id}, ${this.#writer(type)})`;
    }

    #writer(type) {
        if (type.kind === "list" || type.kind === "map") return `Members.${type.kind}Json(${this.#writer(type.of)})`;
        const boxed = this.boxed(type);
        if (boxed === "Json") return readers.Json;
        return boxed in readers ? "Json::of" : `${boxed}::toJson`;
    }

    /** What comes from the gateway; `inner` are the classes within it. */
    value(object, text, isNested, inner = []) {
        this.see("Json");
        this.see("Members");
        this.see("Value");
        const members = object.members.map((member) => this.member(member));
        const fields = members.map(({ text, parameter }) => `${documented(text)}public final ${parameter};\n`);
        const reads = members.map(({ id, read }) => `    ${id} = ${read};\n`);
        const others = this.#others(object, members);
        const name = this.nameOf(object).split(".").at(-1);
        return `${documented(text)}public ${isNested ? "static " : ""}final class ${name} extends Value {
${indented(`${fields.join("")}${others.field}
public ${name}(Json json) {
${reads.join("")}${others.read}}

@Override
public Json toJson() {
    return Json.object()
${members.map(({ written }) => `        ${written}\n`).join("")}${others.written}        .build();
}
${inner.map((one) => `\n${one}`).join("")}`)}}
`;
    }

    #others({ isOpen }, members) {
        if (!isOpen) return { field: "", read: "", written: "" };
        this.see("Map");
        const names = filled(members.map(({ name }) => `"${name}"`), 90).join(",\n            ");
        return {
            field: "/** The members that have no names here. */\npublic final Map<String, Json> others;\n",
            read: `    others = json.without(\n            ${names}).asMap();\n`,
            written: "        .putAll(Json.object(others))\n",
        };
    }

    /** What an application makes: what must be there is given at first, all else may be set. */
    given(object, text) {
        this.see("Json");
        const name = this.nameOf(object).split(".").at(-1);
        const members = object.members.map((member) => this.member(member));
        const needed = members.filter(({ isOptional }) => !isOptional);
        const optional = members.filter(({ isOptional }) => isOptional);
        if (members.some(({ written }) => written.includes("Members."))) this.see("Members");
        const fields = [
            ...needed.map(({ parameter }) => `private final ${parameter};\n`),
            ...optional.map(({ parameter }) => `private ${parameter};\n`),
        ];
        const set = (id, parameter, text) =>
            `${documented(text)}public ${name} ${id}(${parameter}) {\n    this.${id} = ${id};\n    return this;\n}\n`;
        const setters = optional.map(({ text, id, parameter }) => set(id, parameter, text));
        const written = members.map((member) => `        ${member.written}\n`);
        if (object.isOpen) {
            this.see("Map");
            this.see("Collections");
            fields.push("private Map<String, Json> others = Collections.emptyMap();\n");
            setters.push(set("others", "Map<String, Json> others", "The members that have no names here."));
            written.push("        .putAll(Json.object(others))\n");
        }
        const parts = [
            fields.join(""),
            `${signature(`public ${name}`, needed.map(({ parameter }) => parameter), " {")}\n` +
                `${needed.map(({ id }) => `    this.${id} = ${id};\n`).join("")}}\n`,
            ...setters,
            `public Json toJson() {\n    return Json.object()\n${written.join("")}        .build();\n}\n`,
        ];
        const notes = needed.filter((member) => member.text).map((member) => `${member.id}: ${member.text}`);
        return `${documented(text, ...notes)}public static final class ${name} {\n${indented(parts.join("\n"))}}\n`;
    }

    /** A set of texts. */
    enumeration({ name, values }) {
        this.see("Json");
        this.see("OpenEnumeration");
        const lines = values.map((value) => {
            return `public static final ${name} ${constant(value)} = new ${name}("${value}");\n`;
        });
        return `/** A text, of which a newer gateway may know more. */
public final class ${name} extends OpenEnumeration {
${indented(`${lines.join("")}
public ${name}(String text) {
    super(text);
}

public ${name}(Json json) {
    super(json.asString());
}
`)}}
`;
    }
}
