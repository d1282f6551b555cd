import ClientProtocol
import JSON

/// Types as JSON Schema: in the part of it that OpenAPI 3.1 and AsyncAPI 3 share.
enum JSONSchema {
    /// The side whose words a schema is about: a client may say null for what it leaves out, the gateway leaves it out.
    enum Speaker {
        case client, gateway
    }

    static func write(
        _ type: ValueType, of speaker: Speaker, to json: inout JSONWriter,
        _ more: (inout JSONWriter) -> Void = { _ in }
    ) {
        switch type {
        case .called(_, let type): return write(type, of: speaker, to: &json, more)
        case .members(_, let name?): return json.object { $0.field("$ref", "#/components/schemas/\(name)") }
        default: break
        }
        json.object { json in
            writeRules(of: type, of: speaker, to: &json)
            more(&json)
        }
    }

    private static func writeRules(of type: ValueType, of speaker: Speaker, to json: inout JSONWriter) {
        switch type {
        case .anything, .called: break
        case .boolean: json.field("type", "boolean")
        case .onlyTrue:
            json.field("type", "boolean")
            json.object("not") { $0.field("const", false) }
        case .text(let rule): write(rule, to: &json)
        case .number(let range):
            json.field("type", "integer")
            // Generators for Java and Go take 32 bits otherwise, which no time in milliseconds fits.
            json.field("format", "int64")
            if let range {
                json.field("minimum", range.lowerBound)
                json.field("maximum", range.upperBound)
            }
        case .words(let words):
            json.field("type", "string")
            json.array("enum") { json in for word in words { json.value(word) } }
        case .numbers(let numbers):
            json.field("type", "integer")
            json.array("enum") { json in for number in numbers { json.value(number) } }
        case .elements(let element, let count):
            json.field("type", "array")
            json.key("items")
            write(element, of: speaker, to: &json)
            if let count {
                json.field("minItems", count.lowerBound)
                json.field("maxItems", count.upperBound)
            }
        case .members(let fields, _): writeMembers(fields, of: speaker, to: &json)
        case .map(let value, let keys):
            json.field("type", "object")
            if let keys {
                json.field("minProperties", 1)
                json.key("propertyNames")
                write(keys, of: speaker, to: &json)
            }
            // Said, since a generator for Java makes no map of what could be any object.
            if case .anything = value { return json.field("additionalProperties", true) }
            json.key("additionalProperties")
            write(value, of: speaker, to: &json)
        case .changes(let fields, let prefix): writeChanges(fields, prefix, to: &json)
        case .either:
            json.array("oneOf") { json in for type in type.choices { write(type, of: speaker, to: &json) } }
        case .orNull(let type):
            json.array("anyOf") { json in
                write(type, of: speaker, to: &json)
                json.object { $0.field("type", "null") }
            }
        }
    }

    private static func write(_ rule: TextRule, to json: inout JSONWriter) {
        json.field("type", "string")
        if let length = rule.length {
            if length.lowerBound > 0 { json.field("minLength", rule.unit == .bytes ? 1 : length.lowerBound) }
            json.field("maxLength", length.upperBound)
            // A limit of bytes is not one of characters, and JSON Schema has no word for it.
            if rule.unit == .bytes { json.field("x-maxBytes", length.upperBound) }
        }
        if let pattern = rule.pattern { json.field("pattern", pattern) }
    }

    /// The members of an object schema. More members than these may come with a later release.
    static func writeMembers(_ fields: [Field], of speaker: Speaker, to json: inout JSONWriter) {
        json.field("type", "object")
        writeRequired(fields.filter { !$0.isOptional }.map(\.name), to: &json)
        json.object("properties") { json in
            for field in fields {
                json.key(text: field.name)
                let type = speaker == .client && field.isOptional ? field.type.orNull : field.type
                write(type, of: speaker, to: &json) { json in
                    if !field.meaning.isEmpty { json.field("description", field.meaning) }
                }
            }
        }
    }

    static func writeRequired(_ names: [String], to json: inout JSONWriter) {
        if names.isEmpty { return }
        json.array("required") { json in for name in names { json.value(name) } }
    }

    private static func writeChanges(_ fields: [Field], _ prefix: String, to json: inout JSONWriter) {
        json.field("type", "object")
        json.field("minProperties", 1)
        json.object("properties") { json in
            for field in fields {
                json.key(text: field.name)
                write(field.type, of: .client, to: &json)
            }
        }
        json.object("propertyNames") { json in
            json.array("anyOf") { json in
                write(.words(fields.map(\.name)), of: .client, to: &json)
                write(.pattern("^\(prefix)."), of: .client, to: &json)
            }
        }
        json.key("additionalProperties")
        write(.either([.integer(exact), .sentBytes(500)]), of: .client, to: &json)
    }

    /// The data of a request.
    static func writeData(
        _ parameters: [ParameterDescription], oneOf alternatives: [String], to json: inout JSONWriter
    ) {
        json.field("type", "object")
        writeRequired(parameters.filter(\.isRequired).map(\.name), to: &json)
        json.object("properties") { json in
            for parameter in parameters {
                json.key(text: parameter.name)
                let type = parameter.isRequired ? parameter.type : parameter.type.orNull
                write(type, of: .client, to: &json) { json in
                    json.field("description", parameter.meaning)
                    switch parameter.standard {
                    case nil: break
                    case .flag(let flag): json.field("default", flag)
                    case .number(let number): json.field("default", number)
                    case .text(let text): json.field("default", text)
                    }
                }
            }
        }
        if !alternatives.isEmpty { writeAlternatives(alternatives[...], to: &json) }
    }

    /// Exactly one of them is there, and is not null. Generators of clients would make one type for each choice of a `oneOf`;
    /// they pass over conditions, and make one type with all members.
    private static func writeAlternatives(_ names: ArraySlice<String>, to json: inout JSONWriter) {
        guard let name = names.first else { return }
        let others = names.dropFirst()
        if others.isEmpty { return writePresence(of: name, to: &json) }
        json.object("if") { writePresence(of: name, to: &$0) }
        json.object("then") { json in
            json.object("properties") { json in
                for other in others {
                    json.key(text: other)
                    json.object { $0.field("type", "null") }
                }
            }
        }
        json.object("else") { writeAlternatives(others, to: &$0) }
    }

    private static func writePresence(of name: String, to json: inout JSONWriter) {
        writeRequired([name], to: &json)
        json.object("properties") { json in
            json.key(text: name)
            json.object { json in json.object("not") { $0.field("type", "null") } }
        }
    }

    /// The schemas that others refer to.
    static func writeComponents(
        _ objects: [(name: String, fields: [Field])], to json: inout JSONWriter,
        _ more: (inout JSONWriter) -> Void = { _ in }
    ) {
        json.object("schemas") { json in
            for (name, fields) in ValueType.error.namedObjects + objects {
                json.key(text: name)
                json.object { writeMembers(fields, of: .gateway, to: &$0) }
            }
            more(&json)
        }
    }

    static func writeInfo(_ description: String, to json: inout JSONWriter) {
        json.object("info") { json in
            json.field("title", "Martlet")
            json.field("version", "1")
            json.field("description", description)
        }
    }
}

extension ValueType {
    /// The error of a refused request. (Generators rename an `Error`, which their languages have.)
    static let error = ValueType.object(
        [
            Field("system", .words(ErrorCode.System.allCases.map(\.rawValue)), "The system whose number it is."),
            Field("code", .integer, "The number."),
            Field("name", .words(ErrorCode.all.map(\.name).sorted()), "As stable as the number."),
            Field("message", .string, "For people; it may change."),
            Field(optional: "keys", .strings, "What is at fault: parameters, members, headers, or values."),
            Field(
                optional: "length", .integer,
                "Of `admin.message.append` with gw 1006: the bytes that are there, behind which the text goes on."),
        ], called: "APIError")

    /// The types of which a value has one, without choices inside of choices.
    fileprivate var choices: [ValueType] {
        if case .either(let types) = self { types.flatMap(\.choices) } else { [self] }
    }

    /// The same, or null.
    fileprivate var orNull: ValueType {
        switch self {
        case .called(_, let type): type.orNull
        case .anything, .orNull: self
        default: .orNull(self)
        }
    }
}

/// The integers that every client can tell apart (RFC 8259 §6).
private let exact = -9_007_199_254_740_991...9_007_199_254_740_991
