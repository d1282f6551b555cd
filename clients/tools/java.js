/**
 * The values and the calls of the Java client: clients/java/core/im/martlet/protocol for users, and
 * clients/java/jvm/im/martlet/admin for backends.
 */
import { families, objectsOf, typeName } from "./document.js";
import { enumerations } from "./enumerations.js";
import { Printer, constant, documented, identifier, indented, isValue, signature } from "./java-printer.js";

const head = "// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.\n";

const users = { name: "im.martlet.protocol", folder: "java/core/im/martlet/protocol" };
const operators = { name: "im.martlet.admin", folder: "java/jvm/im/martlet/admin" };

/** Where names are that stand in no file of the package. */
const known = {
    Collections: "java.util",
    CompletableFuture: "java.util.concurrent",
    Json: "im.martlet.json",
    List: "java.util",
    Map: "java.util",
    Members: "im.martlet.json",
    RequestOptions: "im.martlet",
    Caller: users.name,
    CustomValue: users.name,
    OpenEnumeration: users.name,
    Value: users.name,
};

/** The files by their paths. */
export function java(model) {
    const sets = enumerations(model);
    const places = placesOf(model);
    const found = new Map(Object.entries(known));
    for (const { name } of model.schemas) found.set(name, users.name);

    const core = new Package(users, new Printer(sets, (name) => places.get(name)), found);
    for (const { name, text, type } of model.schemas) core.add(name, schema(core.printer, type, text));
    for (const [family, list] of families(model)) {
        core.add(`${typeName(family)}Calls`, calls(core.printer, family, list));
    }
    core.add("Operations", accessors("Operations", core.printer, [...families(model).keys()]));
    core.add("Events", events(core.printer, model));
    for (const set of core.printer.used) {
        found.set(set.name, users.name);
        core.add(set.name, core.printer.enumeration(set));
    }

    const admin = new Package(operators, new Printer(sets, (name) => places.get(name)), found);
    const asked = byFamily(model.operations.filter(({ name }) => name.startsWith("admin.")));
    for (const [family, list] of asked) {
        if (own(family) !== "") admin.add(`${typeName(family)}Calls`, calls(admin.printer, family, list));
    }
    const names = [...asked.keys()].filter((family) => own(family) !== "");
    admin.add("AdminOperations", accessors("AdminOperations", admin.printer, names, asked.get("admin")));
    for (const set of admin.printer.used) {
        if (found.has(set.name)) continue;
        admin.add(set.name, admin.printer.enumeration(set));
    }
    const every = ["java/test/im/martlet/protocol/EveryValue.java", everyValue(model, places)];
    return new Map([...core.files, ...admin.files, every]);
}

/** `friend` of `admin.friend`. */
const own = (family) => family.replace(/^admin\.?/, "");

function byFamily(operations) {
    const found = new Map();
    for (const operation of operations) {
        found.set(operation.family, [...(found.get(operation.family) ?? []), operation]);
    }
    return found;
}

/** How each object is called: `FriendAddResult` is `AddResult` in the class `FriendCalls`. */
function placesOf({ schemas, operations, events }) {
    const places = new Map();
    const put = (type, place) => {
        for (const { name } of objectsOf(type)) places.set(name, place(name));
    };
    for (const { name, type } of schemas) put(type, (object) => (object === name ? name : object.slice(name.length)));
    for (const { family, method, data, result } of operations) {
        const within = (object) => object.slice(typeName(family).length);
        put(data, (object) => (object === data.name ? `${typeName(method)}Request` : within(object)));
        put(result, within);
    }
    for (const { name, data } of events) {
        const start = typeName(name);
        put(data, (object) => start + object.slice(`${start}Event`.length));
    }
    return places;
}

class Package {
    files = new Map();

    constructor({ name, folder }, printer, found) {
        Object.assign(this, { name, folder, printer, found });
    }

    /** What was printed, under the names that it uses. */
    add(name, body) {
        const imports = this.printer
            .take()
            .map((used) => [this.found.get(used), used])
            .filter(([where]) => where && where !== this.name)
            .map(([where, used]) => `import ${where}.${used};\n`)
            .sort();
        const text = `${head}package ${this.name};\n\n${imports.join("")}${imports.length > 0 ? "\n" : ""}${body}`;
        this.files.set(`${this.folder}/${name}.java`, text);
    }
}

function schema(printer, type, text) {
    const inner = objectsOf(type).filter((object) => object !== type && isValue(object));
    return printer.value(type, text, false, inner.map((object) => printer.value(object, undefined, true)));
}

/** The types of an operation's data and result. */
function types(printer, { name, data, result }) {
    const given = objectsOf(data).filter((object) => isValue(object) && (object !== data || hasChoice(printer, data)));
    return [
        ...given.map((object) => printer.given(object, object === data ? `What is given to \`${name}\`.` : undefined)),
        ...objectsOf(result)
            .filter(isValue)
            .map((object) => printer.value(object, object === result ? `The result of \`${name}\`.` : undefined, true)),
    ];
}

/** Whether something may be left out, so that a class of its own takes what is given. */
const hasChoice = (printer, { members }) => members.some((member) => printer.member(member).isOptional);

/** The functions of an operation: with what must be given, and with all that may be. */
function functions(printer, operation, { start, caller, options }) {
    const { name, method, text, data, result } = operation;
    const [reply, read] = isValue(result)
        ? [printer.nameOf(result), `${printer.nameOf(result)}::new`]
        : ["Void", "done -> null"];
    ["CompletableFuture", "Json"].forEach((used) => printer.see(used));
    const open = `${start}CompletableFuture<${reply}> ${identifier(method)}`;
    const ask = (json) => {
        const asked = `    return ${caller}request("${name}", ${json}, ${options})`;
        const then = `.thenApply(${read});\n}\n`;
        return asked.includes("\n") || asked.length + then.length < 115 ? asked + then : `${asked}\n        ${then}`;
    };
    const members = data.members.map((member) => printer.member(member));
    const needed = members.filter(({ isOptional }) => !isOptional);
    const parameters = needed.map(({ parameter }) => parameter);
    const notes = needed.filter((member) => member.text).map((member) => `@param ${member.id} ${member.text}`);
    if (!hasChoice(printer, data)) {
        if (members.some(({ written }) => written.includes("Members."))) printer.see("Members");
        const written = members.map(({ written }) => `\n        ${written}`).join("");
        const json = written === "" ? "Json.object().build()" : `Json.object()${written}\n        .build()`;
        return [`${documented(text, ...notes)}${signature(open, parameters, " {")}\n${ask(json)}`];
    }
    const request = printer.nameOf(data);
    const short = `    return ${identifier(method)}(new ${request}(${needed.map(({ id }) => id).join(", ")}));\n}\n`;
    return [
        `${documented(text, ...notes)}${signature(open, parameters, " {")}\n${short}`,
        `${documented(text)}${open}(${request} request) {\n${ask("request.toJson()")}`,
    ];
}

/** A family of operations. */
function calls(printer, family, list) {
    const name = `${typeName(family)}Calls`;
    ["Caller", "RequestOptions"].forEach((used) => printer.see(used));
    const how = { start: "public ", caller: "caller.", options: "options" };
    const parts = [
        `private final Caller caller;
private final RequestOptions options;

public ${name}(Caller caller) {
    this(caller, RequestOptions.USUAL);
}

private ${name}(Caller caller, RequestOptions options) {
    this.caller = caller;
    this.options = options;
}

/** The same operations, asked for with these options. */
public ${name} with(RequestOptions options) {
    return new ${name}(caller, options);
}
`,
        ...list.flatMap((operation) => functions(printer, operation, how)),
        ...list.flatMap((operation) => types(printer, operation)),
    ];
    return `/** The operations \`${family}.…\`. */
public final class ${name} {
${indented(parts.join("\n"))}}
`;
}

/** All families, and the operations of none. */
function accessors(name, printer, names, others = []) {
    ["Caller", ...(others.length > 0 ? ["RequestOptions"] : [])].forEach((used) => printer.see(used));
    const how = { start: "default ", caller: "", options: "RequestOptions.USUAL" };
    const parts = [
        ...names.map((family) => {
            const type = `${typeName(family)}Calls`;
            return `default ${type} ${own(family)}() {\n    return new ${type}(this);\n}\n`;
        }),
        ...others.flatMap((operation) => functions(printer, operation, how)),
        ...others.flatMap((operation) => types(printer, operation)),
    ];
    return `/** Operations by their names: one function for each family. */
public interface ${name} extends Caller {
${indented(parts.join("\n"))}}
`;
}

function events(printer, { events: list }) {
    const parts = list.map(({ name, text, data }) => {
        const type = printer.boxed(data);
        const read = type === "Json" ? "json -> json" : `${type}::new`;
        return `${documented(text)}public static final EventType<${type}> ${constant(name)} =
    new EventType<>("${name}", ${read});
`;
    });
    const values = list.flatMap(({ name, data }) => {
        const text = (object) => (object === data ? `The data of the event \`${name}\`.` : undefined);
        return objectsOf(data).filter(isValue).map((object) => printer.value(object, text(object), true));
    });
    return `/** The gateway's events, and what each has. */
public final class Events {
${indented([...parts, "private Events() {}\n", ...values].join("\n"))}}
`;
}

/** A function that reads and writes each class of the gateway's values, for a test; the others are within these. */
function everyValue(model, places) {
    const found = [
        ...model.schemas.map(({ type }) => [type, type.name]),
        ...model.events.map(({ data }) => [data, `Events.${places.get(data.name)}`]),
    ];
    for (const { family, isForUsers, result } of model.operations) {
        const outer = own(family) === "" ? "AdminOperations" : `${typeName(family)}Calls`;
        const where = family.startsWith("admin") ? `${operators.name}.${outer}` : outer;
        if (isForUsers || family.startsWith("admin")) found.push([result, `${where}.${places.get(result.name)}`]);
    }
    const lines = found
        .filter(([type]) => type.kind === "object" && isValue(type))
        .map(([{ name }, place]) => {
            return `        every.put("${name}",\n            json -> new ${place}(json).toJson());\n`;
        });
    return `${head}package ${users.name};

import im.martlet.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** Reads a value of each class, and writes it again. */
final class EveryValue {
    private EveryValue() {}

    static Map<String, Function<Json, Json>> all() {
        Map<String, Function<Json, Json>> every = new LinkedHashMap<>();
${lines.join("")}        return every;
    }
}
`;
}
