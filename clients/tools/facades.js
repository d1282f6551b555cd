#!/usr/bin/env node
/**
 * Holds the Swift client's facades to their tables in swift/tools/tables: each method has its selector, its Swift name
 * and its operation, each type its properties, each number and key its value. Objective-C sees nothing else, and only
 * of types that it knows. Then each of these is taken away in turn, which must not pass. Each method has a test with a
 * gateway that uses it, in swift/Tests/GatewayTests.
 *
 *   tools/facades.js [NAME…]
 *   tools/facades.js --imported FOLDER    also compares with what Apple's importer has made, as swift/tools/objc does
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const clients = new URL("../", import.meta.url);
const gateway = readFileSync(new URL("../docs/asyncapi.json", clients), "utf8");
const foundation = [
    ..."Void Bool Int Int32 Int64 UInt UInt32 UInt64 String Data Date TimeInterval Any AnyHashable".split(" "),
    ..."NSObject NSNumber Error DispatchQueue OutPointer throws nil".split(" "),
];
/** What every facade has beside the vendor's names. */
const own = "startWithURL:device:";

function read(folder, ending) {
    const files = new URL(`swift/${folder}/`, clients);
    // Only some vendors' names need a header.
    if (!existsSync(files)) return "";
    const names = readdirSync(files).filter((name) => name.endsWith(ending));
    return names.map((name) => readFileSync(new URL(name, files), "utf8")).join("\n");
}

/** What Objective-C sees: methods by class and selector, and properties by class. */
function parse(swift) {
    const [methods, types, used] = [new Map(), new Map(), []];
    const pattern = new RegExp(
        [
            /@objc\((?<attribute>[\w:]+)\)(?<members> @objcMembers)?/,
            /(?:class|protocol|extension|enum) (?<owner>\w+)/,
            /func `?(?<name>\w+)`?\((?<rest>[^{}@]*)/,
            /public (?:internal\(set\) )?(?:var|let) (?<property>\w+)(?:: (?<kind>[^={\n]+))?/,
            /case (?<value>\w+ = -?\d+)/,
        ]
            .map(({ source }) => source)
            .join("|"),
        "g",
    );
    let type, seen;
    for (const { groups } of swift.replace(/\/\/.*|@(?:Sendable|escaping) /g, "").matchAll(pattern)) {
        const { attribute, owner, name, rest, property, kind, value } = groups;
        if (attribute) {
            seen = groups;
            continue;
        } else if (owner) {
            type = owner;
            const isSeen = Boolean(seen?.members);
            if (seen?.attribute === owner) types.set(owner, { isSeen, properties: [], values: [] });
        } else if (name && seen) {
            const given = parameters(rest);
            methods.set(`${type} ${seen.attribute}`, full(name, given));
            used.push(...given.map(([, , kind]) => kind), rest.match(/-> (\S+)/)?.[1] ?? "Void");
        } else if (property) {
            types.get(type)?.properties.push(seen?.attribute ?? property);
            used.push(kind ?? "Void");
        } else if (value) {
            types.get(type)?.values.push(value.replace(/ /g, ""));
        }
        seen = undefined;
    }
    return { methods, types, used };
}

/** Of a function: from behind its first parenthesis on. */
const parameters = (rest) => [...rest.slice(0, rest.lastIndexOf(")")).matchAll(/(?:^|,)\s*(\w+)(?: \w+)?: ([^,]+)/g)];

const full = (name, given) => `${name}(${given.map(([, label]) => `${label}:`).join("")})`;

/** The methods that Apple's importer makes of the header for Objective-C (swift/tools/objc). */
function imported(text) {
    const methods = new Set();
    let type;
    for (const [, owner, name, rest] of text.matchAll(/(?:class|protocol) (\w+) [:{]|func `?(\w+)`?\((.*)/g)) {
        if (owner) type = owner;
        else methods.add(`${type} ${full(name, parameters(rest))}`);
    }
    return methods;
}

/**
 * The Swift name of a selector whose pieces are its labels. A table has another name whole, or its first piece,
 * `name(label:`, or `split` if that is split before its last preposition.
 */
function inSwift(selector, first = undefined) {
    if (first?.endsWith(")")) return first;
    const [name, ...labels] = selector.split(":");
    if (first === "split") {
        const [, start, preposition, end] = name.match(/^(.*)(With|From|To|Of|For)([A-Z]\w*)$/);
        first = `${start}(${preposition.toLowerCase()}${end}:`;
    }
    const rest = labels.slice(0, -1).map((label) => `${label}:`);
    return `${first ?? `${name}(${labels.length ? "_:" : ""}`}${rest.join("")})`;
}

/** What is wrong with a facade. */
function faults(lines, swift, header) {
    const { methods, types, used } = parse(swift);
    const wrong = [];
    const want = (holds, text) => holds || wrong.push(text);
    const expected = new Set();
    let type;
    for (const [kind, name, value, swiftName] of lines) {
        if (kind === "in") {
            type = name;
            want(types.has(type), `${type}: missing`);
        } else if (kind === "method" || kind === "factory") {
            const full = `${type} ${name}`;
            expected.add(full);
            want(methods.get(full) === inSwift(name, swiftName), `${full}: it is ${methods.get(full)}`);
            if (value === "-") continue;
            want(gateway.includes(`"${value}"`), `the gateway has no ${value}`);
            const event = value.replace(/\.(.)/, (_, letter) => letter.toUpperCase());
            const forms = [`"${value}"`, `.${value}(`, `.${event}(`];
            want(forms.some((form) => swift.includes(form)), `${full}: no ${value}`);
        } else if (kind === "type") {
            want(types.get(name)?.isSeen, `${name}: missing, or its properties are not seen`);
        } else if (kind === "property") {
            want(types.get(type)?.properties.includes(name), `${type}: no ${name}`);
        } else if (kind === "value") {
            want(types.get(type)?.values.includes(name), `${type}: no ${name}`);
        } else if (kind === "block") {
            want(swift.includes(`public typealias ${name} =`), `${name}: missing`);
        } else if (kind === "number") {
            want(header.includes(` ${name} = ${value},`), `${name}: not ${value}`);
        } else if (kind === "key") {
            want(header.includes(` ${name} = @"${value}";`), `${name}: not ${value} in the header`);
            want(swift.includes(`public let ${name} = "${value}"`), `${name}: not ${value} in Swift`);
        } else {
            want(false, `no such line: ${kind}`);
        }
    }
    for (const name of methods.keys()) want(expected.has(name) || name.endsWith(own), `${name}: not in the table`);
    const declared = `${swift}\n${header}`.matchAll(/(?:typealias|ENUM\(|class|protocol|enum) ?(\w+)/g);
    const known = new Set([...foundation, "any", ...[...declared].map(([, name]) => name)]);
    for (const word of used.flatMap((type) => type.match(/\w+/g))) want(known.has(word), `${word}: of Swift alone`);
    return wrong;
}

/** The sources without one thing of the table at a time. */
function* withoutOne(swift, header) {
    const seen = /@objc\([\w:]+\)|public (?:internal\(set\) )?(?:typealias|var|let) \w+|case \w+ = -?\d+/g;
    for (const { index, 0: text } of swift.matchAll(seen)) {
        if (!text.includes(own)) yield [text, swift.slice(0, index) + swift.slice(index + text.length), header];
    }
    for (const { index, 0: text } of header.matchAll(/ \w+ = [^,;]+[,;]/g)) {
        yield [text, swift, header.slice(0, index) + header.slice(index + text.length)];
    }
}

/** The methods that no test uses, by their names in Swift. A label that is the only one may be left to a closure. */
function untested(lines) {
    const methods = lines.filter(([kind]) => kind === "method" || kind === "factory");
    const names = methods.map(([, selector, , swiftName]) => inSwift(selector, swiftName));
    return names.filter((full) => {
        const [, name, label, rest] = full.match(/^(\w+)(?:\((?:_|(\w+)):(.+))?/);
        const use = label && rest !== ")" ? `\\b${name}\\(\\s*${label}:` : `\\b${name}\\b`;
        return !new RegExp(use).test(tests);
    });
}

const tests = read("Tests/GatewayTests", ".swift");
const tables = new URL("swift/tools/tables/", clients);
const [folder, names] = process.argv[2] === "--imported" ? [process.argv[3], []] : [undefined, process.argv.slice(2)];
for (const file of names.length ? names.map((name) => `${name}.txt`) : readdirSync(tables)) {
    const name = file.slice(0, -".txt".length);
    const table = readFileSync(new URL(file, tables), "utf8").split("\n");
    // A type's properties, or an enumeration's values, stand in its line.
    const lines = table.filter((line) => /^[a-z]/.test(line)).flatMap((line) => {
        const [kind, ...rest] = line.split(" ");
        if (kind !== "type" && kind !== "enum") return [[kind, ...rest]];
        const [name, ...members] = rest;
        if (kind === "enum") return [["in", name], ...members.map((value) => ["value", value])];
        return [["in", name], ["type", name], ...members.map((property) => ["property", property])];
    });
    const [swift, header] = [read(`Sources/Martlet${name}`, ".swift"), read(`Sources/MartletC${name}`, ".h")];
    const wrong = faults(lines, swift, header);
    for (const method of untested(lines)) wrong.push(`${method}: no test uses it`);
    if (folder) {
        const known = imported(readFileSync(join(folder, `${name}.swift`), "utf8"));
        let type;
        for (const [kind, selector, , swiftName] of lines) {
            if (kind === "in") type = selector;
            const method = `${type} ${inSwift(selector, swiftName)}`;
            if (kind === "method" && !known.has(method)) wrong.push(`${method}: the importer has another name`);
        }
    }
    let plants = 0;
    if (!wrong.length) {
        for (const [text, ...sources] of withoutOne(swift, header)) {
            if (!faults(lines, ...sources).length) wrong.push(`without ${text} it passes`);
            plants++;
        }
    }
    for (const one of wrong) console.error(`${name}: ${one}`);
    if (wrong.length) process.exitCode = 1;
    else console.log(`${name}: as its table; ${plants} times without one thing it is not`);
}
