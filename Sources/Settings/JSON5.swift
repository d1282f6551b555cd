/// A value of a configuration file, and where it stands.
struct JSON5: Equatable, Sendable {
    enum Kind: Equatable, Sendable {
        case null
        case boolean(Bool)
        case integer(Int)
        case number(Double)
        case text(String)
        case list([JSON5])
        case object([Member])
    }

    struct Member: Equatable, Sendable {
        var name: String
        var value: JSON5
    }

    var kind: Kind
    /// Counted from 1; 0 for a value that did not come from a file.
    var line = 0
}

/// How a message shows a value as it was written: on one line, cut where it grows long.
extension JSON5: CustomStringConvertible {
    var description: String {
        switch kind {
        case .null: "null"
        case .boolean(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .text(let text): quoted(text.count <= 60 ? text : text.prefix(60) + "…")
        case .list(let elements) where elements.count > 3: "a list of \(elements.count)"
        case .list(let elements): "[" + elements.map(\.description).joined(separator: ", ") + "]"
        case .object: "an object"
        }
    }
}

/// A JSON string literal, which JSON5 reads as well.
func quoted(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": literal += "\\\""
        case "\\": literal += "\\\\"
        case "\n": literal += "\\n"
        case "\u{0}"..<" ", "\u{7F}":
            let digits = String(scalar.value, radix: 16)
            literal += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: literal.unicodeScalars.append(scalar)
        }
    }
    return literal + "\""
}
