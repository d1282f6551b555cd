import Client
import ClientProtocol
import Gateway
import JSON
import Locking
import ServerAPI
import Testing

/// Compares what the gateway says with the declarations, which the reference, OpenAPI and AsyncAPI are made from: every reply
/// and every event of every test has the members that are declared for it, and no others.
enum Declared {
    static func check(_ name: String, _ reply: Reply) {
        // Its results are those of its calls.
        if name == "batch" { return }
        switch reply {
        case .ok(let result):
            guard let fields = fields[name] else {
                Issue.record("\(name) is not declared")
                return
            }
            for fault in faults(of: result, as: .object(fields), at: name) { Issue.record("\(fault): \(result.start)") }
        case .error(let error):
            // T-31: a parameter that users do not have.
            guard let declared = errors[name], error.keys != ["notifyExt"] else { return }
            // H-03: a hook's own.
            if error.system == "app" { return #expect(hooked.contains(name), "no hook decides about \(name)") }
            #expect(declared.contains(error.name), "\(name) does not declare \(error)")
        }
    }

    private static let fields = Dictionary(
        uniqueKeysWithValues: Catalogue.standard.operations.map { ($0.name, $0.result) }
            + Catalogue.standard.events.map { ($0.name, $0.data) })

    private static let errors = Dictionary(
        uniqueKeysWithValues: Catalogue.standard.operations.map { operation in
            (operation.name, Set((everywhere + [operation.badParameter] + operation.errors).map(\.name)))
        })

    private static let hooked = Set(Catalogue.standard.operations.filter { $0.hook != nil }.map(\.name))

    /// Of the dispatcher and of HTTP, before an operation has begun.
    private static let everywhere: [ErrorCode] = [
        .badRequest, .tooLarge, .rateLimited, .notLoggedIn, .forbidden, .conflict, .quotaExceeded, .unavailable,
        .internal, .badIdentifier, .noAccount, .unknownOperation, .signatureEmpty, .signatureBad, .signatureExpired,
        .applicationMismatch,
    ]

    private static func faults(of value: JSONValue, as type: ValueType, at path: String) -> [String] {
        switch type {
        case .anything: []
        case .boolean: value.bool == nil ? ["\(path) is no boolean"] : []
        case .onlyTrue: value.bool == true ? [] : ["\(path) is not true"]
        case .text(let rule): faults(of: value, as: rule, at: path)
        case .number(let range):
            value.int64.map { number in range.map { $0.contains(Int(number)) } ?? true } == true
                ? [] : ["\(path) is no such integer"]
        case .words(let words): words.contains(value.string ?? "") ? [] : ["\(path) is no word of \(words)"]
        case .numbers(let numbers): value.int64.map(numbers.contains) == true ? [] : ["\(path) is not of \(numbers)"]
        case .elements(let type, _):
            value.elements?.enumerated().flatMap { faults(of: $1, as: type, at: "\(path)[\($0)]") }
                ?? ["\(path) is no list"]
        case .members(let fields, _): faults(of: value, as: fields, at: path)
        case .changes: ["\(path) is of a request"]
        case .map(let type, _):
            value.members?.flatMap { faults(of: $0.value, as: type, at: "\(path).\($0.key.string ?? "")") }
                ?? ["\(path) is no object"]
        case .either(let types):
            types.contains { faults(of: value, as: $0, at: path).isEmpty } ? [] : ["\(path) is \(value.kind)"]
        case .orNull(let type): value.isNull ? [] : faults(of: value, as: type, at: path)
        case .called(_, let type): faults(of: value, as: type, at: path)
        }
    }

    private static func faults(of value: JSONValue, as rule: TextRule, at path: String) -> [String] {
        guard let text = value.string else { return ["\(path) is no string"] }
        guard let pattern = rule.pattern else { return [] }
        return Self.pattern(pattern).matches(text) ? [] : ["\(path) does not match \(pattern)"]
    }

    /// Reading one takes as long as matching a hundred texts.
    private static let patterns = Lock<[String: Pattern]>([:])

    private static func pattern(_ text: String) -> Pattern {
        patterns.withLock { patterns in
            let pattern = patterns[text] ?? Pattern(text)
            patterns[text] = pattern
            return pattern
        }
    }

    private static func faults(of value: JSONValue, as fields: [Field], at path: String) -> [String] {
        guard let members = value.members else { return ["\(path) is no object"] }
        var missing = Set(fields.filter { !$0.isOptional }.map(\.name))
        var faults: [String] = []
        for (key, member) in members {
            let name = key.string ?? ""
            missing.remove(name)
            if let field = fields.first(where: { $0.name == name }) {
                faults += self.faults(of: member, as: field.type, at: "\(path).\(name)")
            } else {
                faults.append("\(path).\(name) is not declared")
            }
        }
        return faults + missing.sorted().map { "\(path).\($0) is missing" }
    }
}

/// `@unchecked Sendable`: matching changes nothing in it.
private struct Pattern: @unchecked Sendable {
    private let regex: Regex<AnyRegexOutput>?

    init(_ text: String) { regex = try? Regex(text) }

    func matches(_ text: String) -> Bool { (try? regex?.firstMatch(in: text)) != nil }
}

extension JSONValue {
    fileprivate var start: String { String(decoding: raw.prefix(1_000), as: UTF8.self) }
}
