import ClientProtocol
import TestSupport

/// Parameters for operations, made from what the reference says of them: about what is meant, at its bounds and beyond, and
/// what is not meant at all.
struct NastyValues {
    private var random: SeededRandom
    /// Whom and what operations are about; requests that succeed add to it.
    private(set) var users: [String]
    private var groups: [String]
    private var messages: [String] = ["1"]

    init(_ random: SeededRandom, users: [String], groups: [String] = ["1", "2", "3"]) {
        self.random = random
        self.users = users
        self.groups = groups
    }

    mutating func choice<Element>(_ elements: [Element]) -> Element { elements.randomElement(using: &random)! }
    mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
    mutating func bytes(upTo most: Int) -> [UInt8] {
        (0..<number(0...most)).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    }
    private mutating func chance(_ one: Int) -> Bool { number(1...one) == 1 }

    mutating func note(group: String) { groups = (groups + [group]).suffix(50) }
    mutating func note(message: String) { messages = (messages + [message]).suffix(50) }

    /// The data of a request, as JSON.
    mutating func data(for operation: Operation) -> String {
        if chance(40) { return anything() }
        var members: [String] = []
        for parameter in operation.parameters {
            guard parameter.isRequired ? !chance(25) : chance(2) else { continue }
            members.append("\(quoted(parameter.name)): \(value(of: parameter))")
        }
        if chance(25) { members.append("\(quoted(text())): \(anything())") }
        members.shuffle(using: &random)
        return "{\(members.joined(separator: ", "))}"
    }

    /// One request, or what is almost one.
    mutating func message(of operation: Operation, id: UInt64) -> String {
        let key = chance(8) ? #", "key": "k\#(number(1...20))""# : ""
        var text = Array(#"{"id": \#(id), "op": "\#(operation.name)"\#(key), "data": \#(data(for: operation))}"#.utf8)
        if chance(30) {
            for _ in 0..<number(1...5) where !text.isEmpty {
                text[number(0...text.count - 1)] = UInt8(number(0x20...0x7E))
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func value(of parameter: ParameterDescription) -> String {
        if chance(20) { return anything() }
        let (name, type) = (parameter.name, parameter.type.text)
        if type.hasPrefix("list") {
            return listOf(type) { values in values.string(name, type) }
        } else if type.hasPrefix("integer") || type.contains("milliseconds") {
            return integer(type)
        } else if type.hasPrefix("boolean") {
            return choice(["true", "false"])
        } else if type.hasPrefix("object") || type.hasPrefix("{") {
            return object(name)
        } else if type.hasPrefix("`"), let word = type.matches(of: /`([^`]+)`/).randomElement(using: &random) {
            return Int(word.1) == nil ? quoted(String(word.1)) : String(word.1)
        }
        return string(name, type)
    }

    private mutating func listOf(_ type: String, _ element: (inout NastyValues) -> String) -> String {
        let bounds = numbers(in: type)
        let most = min(bounds.count > 1 ? bounds[1] : 10, 1_000)
        let count = choice([0, 1, 1, 2, 3, most, most + 1])
        var elements = (0..<count).map { _ in element(&self) }
        if chance(4), let first = elements.first { elements += [first, first] }
        return "[\(elements.joined(separator: ","))]"
    }

    private mutating func integer(_ type: String) -> String {
        let bounds = numbers(in: type)
        let around = bounds.flatMap { [$0 - 1, $0, $0 + 1] } + [0, 1, 2, 3]
        let strange = ["-1", "1e3", "0.5", "1e400", "-0", "9223372036854775808", "18446744073709551616"]
        return chance(5) ? choice(strange) : String(choice(around))
    }

    private mutating func string(_ name: String, _ type: String) -> String {
        let lower = name.lowercased()
        if chance(6) { return quoted(text(upTo: numbers(in: type).last ?? 64)) }
        if lower.contains("conversation") {
            return quoted(chance(2) ? "c2c_\(choice(users))" : "group_\(choice(groups))")
        } else if lower.contains("group") && lower.contains("id") {
            return quoted(choice(groups))
        } else if lower.contains("user") || lower.contains("owner") || lower == "invitees" || lower.contains("operator")
        {
            return quoted(choice(users))
        } else if lower.contains("msgid"), !lower.contains("client") {
            return quoted(choice(messages))
        } else if lower.contains("clientmsgid") {
            return quoted("m\(number(1...1_000))")
        }
        return quoted(text(upTo: numbers(in: type).last ?? 64))
    }

    private mutating func object(_ name: String) -> String {
        switch name {
        case "body":
            return choice([#"{"text": \#(quoted(text(upTo: 5_000)))}"#, #"{"x": \#(anything())}"#, wideObject()])
        case "values":
            let members = [
                "nickname", "faceUrl", "gender", "birthday", "location", "allowType", "language", "remark", "groups",
            ]
            return #"{\#(quoted(choice(members))): \#(choice([quoted(text(upTo: 500)), integer(""), anything()]))}"#
        case "conversations", "resume": return #"{"c2c_\#(choice(users))": \#(integer("0–4294967295"))}"#
        default: return chance(2) ? wideObject() : anything()
        }
    }

    private mutating func wideObject() -> String {
        let members = (0..<number(1...600)).map { #""\#($0)": \#(number(0...9))"# }
        return "{\(members.shuffled(using: &random).joined(separator: ","))}"
    }

    /// Valid JSON of any kind.
    private mutating func anything() -> String {
        choice([
            "null", "true", "[]", "{}", "-1", "1e308", "\"\"", quoted(text()),
            "[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]",
            #"{"a": {"a": {"a": {"a": {"a": null}}}}}"#, wideObject(),
        ])
    }

    /// Characters that look unusual, or that cannot be seen.
    private mutating func text(upTo most: Int = 64) -> String {
        let pieces = [
            "a", "K", "\u{212A}", "\u{E4}", "a\u{308}", "\u{200B}", "\u{202E}", "\0", "\n", "\"", "\\", "😀",
            "'; DROP TABLE account; --",
            "%s", "../..", "__kImSDK_MesssageAtALL__", " ", "\u{FEFF}", "ﬁ", "天气", "<script>",
        ]
        let length = choice([0, 1, 2, 5, min(most, 8_000), min(most + 1, 8_000)])
        if length > 10 { return String(repeating: choice(["x", "ä", "😀"]), count: length) }
        return (0..<length).map { _ in choice(pieces) }.joined()
    }

    private func numbers(in type: String) -> [Int] {
        type.matches(of: /\d+/).compactMap { Int($0.0) }.filter { $0 < 1 << 53 }
    }
}

/// As JSON.
private func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": quoted += "\\\""
        case "\\": quoted += "\\\\"
        case "\0"..<" ":
            let digits = String(scalar.value, radix: 16)
            quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: quoted.unicodeScalars.append(scalar)
        }
    }
    return quoted + "\""
}
