/// The type of a parameter, or of a member of a result or an event. The reference and the schemas say it, each in its way.
package indirect enum ValueType: Sendable {
    case anything
    case boolean
    /// A member that is left out if it is false.
    case onlyTrue
    case text(TextRule)
    case number(ClosedRange<Int>?)
    case words([String])
    case numbers([Int64])
    case elements(ValueType, ClosedRange<Int>?)
    /// With a name, it is described once, and others refer to it.
    case members([Field], name: String?)
    /// An object whose members have names that are data.
    /// `keys`: if it may not be empty, what the names may be.
    case map(ValueType, keys: ValueType? = nil)
    /// At least one of these members, or of others that the configuration knows, whose names begin so.
    case changes([Field], prefix: String)
    case either([ValueType])
    case orNull(ValueType)
    /// With words of its own in the reference.
    case called(String, ValueType)
}

/// The form of a string.
package struct TextRule: Sendable {
    package enum Unit: String, Sendable {
        case bytes, characters
    }

    package enum Subject: Sendable {
        case user, conversation
    }

    package var length: ClosedRange<Int>?
    package var unit = Unit.characters
    /// A regular expression that the whole text matches, in the dialect of JSON Schema.
    package var pattern: String?
    /// How the reference says the pattern.
    package var words: String?
    /// Whether it names a user or a conversation, and which of both.
    package var subject: Subject?

    package init(
        length: ClosedRange<Int>? = nil, unit: Unit = .characters, pattern: String? = nil, words: String? = nil,
        about subject: Subject? = nil
    ) {
        (self.length, self.unit, self.pattern, self.words) = (length, unit, pattern, words)
        self.subject = subject
    }
}

extension ValueType {
    package static let string = ValueType.text(TextRule())
    package static let integer = ValueType.number(nil)
    package static let strings = ValueType.elements(.string, nil)
    package static let milliseconds = ValueType.called("milliseconds since 1970", .integer)
    package static let seconds = ValueType.called("seconds since 1970", .integer)
    /// Bytes as they are sent to clients (X-04).
    package static let base64 = ValueType.called(
        "{b: base64}", .object([Field("b", .base64Text(empty: true), "In padded base64.")], called: "Bytes"))
    /// Of the application, which the gateway does not look into.
    package static let openObject = ValueType.called("object", .map(.anything))

    package static func base64Text(empty: Bool) -> ValueType {
        .pattern("^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)\(empty ? "?" : "")$")
    }

    package static func bytes(_ length: ClosedRange<Int>) -> ValueType {
        .text(TextRule(length: length, unit: .bytes))
    }

    package static func characters(_ length: ClosedRange<Int>) -> ValueType { .text(TextRule(length: length)) }

    package static func pattern(_ pattern: String, _ words: String? = nil) -> ValueType {
        .text(TextRule(pattern: pattern, words: words))
    }

    package static func integer(_ range: ClosedRange<Int>) -> ValueType { .number(range) }

    package static func list(_ element: ValueType, _ count: ClosedRange<Int>? = nil) -> ValueType {
        .elements(element, count)
    }

    package static func object(_ fields: [Field], called name: String? = nil) -> ValueType {
        .members(fields, name: name)
    }

    /// The same text, which must also match a pattern.
    package func matching(_ pattern: String) -> ValueType {
        guard case .text(var rule) = self else { return self }
        rule.pattern = pattern
        return .text(rule)
    }
}

extension ValueType {
    /// As the reference says it.
    package var text: String {
        switch self {
        case .anything: "anything"
        case .boolean: "boolean"
        case .onlyTrue: "`true`"
        case .text(let rule): "string" + (rule.bounds.map { ", \($0)" } ?? "")
        case .number(nil): "integer"
        case .number(let range?): "integer, \(range.lowerBound)–\(range.upperBound)"
        case .words(let words): words.map { "`\($0)`" }.joined(separator: " ")
        case .numbers(let numbers): numbers.map { "`\($0)`" }.joined(separator: " ")
        case .elements(let element, let count):
            "list of " + (count.map { "\($0.lowerBound)–\($0.upperBound) " } ?? "") + element.plural
        case .members(_, let name?): "[\(name)](#\(name.lowercased()))"
        case .members(let fields, nil): "{\(fields.map(\.name).joined(separator: ", "))}"
        case .map(let value, _): "object of \(value.plural)"
        case .changes: "object"
        case .either(let types): types.map(\.text).joined(separator: " or ")
        case .orNull(let type): "\(type.text) or null"
        case .called(let words, _): words
        }
    }

    private var plural: String {
        switch self {
        case .text(let rule): "strings" + (rule.bounds.map { " of \($0)" } ?? "")
        case .number: "integers"
        case .elements: "lists"
        default: text
        }
    }

    /// The members of the object that this is, or of the objects in the list that this is, if they have no section of their own.
    package var ownMembers: (fields: [Field], path: String)? {
        switch self {
        case .members(let fields, nil): (fields, ".")
        case .elements(.members(let fields, nil), _): (fields, "[].")
        default: nil
        }
    }

    /// Whether a value of it may name users.
    package var namesUsers: Bool {
        switch self {
        case .text(let rule): rule.subject == .user
        case .elements(let type, _), .called(_, let type), .orNull(let type): type.namesUsers
        case .members(let fields, _): fields.contains(where: \.type.namesUsers)
        default: false
        }
    }

    /// The named objects in it, each once, the ones it stands on last.
    package var namedObjects: [(name: String, fields: [Field])] {
        var found: [(name: String, fields: [Field])] = []
        collect(&found)
        return found
    }

    private func collect(_ found: inout [(name: String, fields: [Field])]) {
        switch self {
        case .members(let fields, let name):
            if let name {
                if found.contains(where: { $0.name == name }) { return }
                found.append((name, fields))
            }
            for field in fields { field.type.collect(&found) }
        case .changes(let fields, _): for field in fields { field.type.collect(&found) }
        case .elements(let type, _), .map(let type, _), .orNull(let type), .called(_, let type): type.collect(&found)
        case .either(let types): for type in types { type.collect(&found) }
        default: break
        }
    }
}

extension TextRule {
    fileprivate var bounds: String? {
        let length = length.map { "\($0.lowerBound)–\($0.upperBound) \(words ?? unit.rawValue)" }
        return length ?? words
    }
}
