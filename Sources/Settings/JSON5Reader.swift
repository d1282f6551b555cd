/// Reads JSON5 (https://spec.json5.org) into values that know their line.
///
/// Foundation's decoder reads JSON5 too, but keeps no positions and lets the last of two equal keys win; an operator is owed
/// the line, and a key written twice is a mistake. Numbers are finite, and keys outside ASCII are written in quotes.
struct JSON5Reader {
    struct SyntaxError: Error, Equatable {
        var line: Int
        var reason: String
    }

    /// No setting nests this deep by far; the bound keeps a hostile file from exhausting the stack.
    static let deepest = 16

    private let text: [UInt8]
    private var position = 0
    private var line = 1
    private var depth = 0

    static func read(_ text: String) throws(SyntaxError) -> JSON5 {
        var reader = JSON5Reader(text: Array(text.utf8))
        let value = try reader.value()
        try reader.skipSpace()
        if let next = reader.peek { throw reader.unexpected(next, "the end of the file") }
        return value
    }

    private init(text: [UInt8]) {
        self.text = text
    }

    private mutating func value() throws(SyntaxError) -> JSON5 {
        try skipSpace()
        let start = line
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else { throw error("values are nested deeper than \(Self.deepest)") }
        let kind: JSON5.Kind =
            switch peek {
            case nil: throw error("the file ends where a value should be")
            case UInt8(ascii: "{"): .object(try members())
            case UInt8(ascii: "["): .list(try elements())
            case UInt8(ascii: "\""), UInt8(ascii: "'"): .text(try string())
            case let first?: try literal(startingWith: first)
            }
        return JSON5(kind: kind, line: start)
    }

    private mutating func members() throws(SyntaxError) -> [JSON5.Member] {
        var members: [JSON5.Member] = []
        position += 1
        while try !takes("}") {
            let start = line
            let name = try key()
            guard !members.contains(where: { $0.name == name }) else {
                throw SyntaxError(line: start, reason: "the key \(quoted(name)) is written twice")
            }
            guard try takes(":") else { throw error("a colon is missing after the key \(quoted(name))") }
            members.append(JSON5.Member(name: name, value: try value()))
            guard try takes(",") || isNext("}") else { throw error("a comma or } is missing after \(quoted(name))") }
        }
        return members
    }

    private mutating func elements() throws(SyntaxError) -> [JSON5] {
        var elements: [JSON5] = []
        position += 1
        while try !takes("]") {
            elements.append(try value())
            guard try takes(",") || isNext("]") else { throw error("a comma or ] is missing in a list") }
        }
        return elements
    }

    private mutating func key() throws(SyntaxError) -> String {
        if isNext("\"") || isNext("'") { return try string() }
        let name = takeWord()
        guard let first = name.utf8.first else {
            guard let next = peek else { throw error("the file ends inside an object") }
            throw unexpected(next, "a key")
        }
        guard !isDigit(first) else { throw error("the key \(name) starts with a digit and needs quotes") }
        return name
    }
}

// Words, numbers and strings.
extension JSON5Reader {
    private mutating func literal(startingWith first: UInt8) throws(SyntaxError) -> JSON5.Kind {
        if isDigit(first) || first == UInt8(ascii: "+") || first == UInt8(ascii: "-") || first == UInt8(ascii: ".") {
            return try number()
        }
        switch takeWord() {
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        case "null": return .null
        case "": throw unexpected(first, "a value")
        case "NaN", "Infinity": throw error("numbers must be finite")
        case let word: throw error("\(word) is not a value; texts need quotes")
        }
    }

    private mutating func number() throws(SyntaxError) -> JSON5.Kind {
        let start = position
        while let next = peek, isWordByte(next) || "+-.".utf8.contains(next) { position += 1 }
        let written = String(decoding: text[start..<position], as: UTF8.self)
        guard let number = Self.number(written) else { throw error("\(written) is not a number") }
        return number
    }

    /// A number by JSON5's grammar, with `0x` for hexadecimals and a point at either end allowed.
    private static func number(_ written: String) -> JSON5.Kind? {
        let negative = written.hasPrefix("-")
        let digits = negative || written.hasPrefix("+") ? written.dropFirst() : written[...]
        if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
            guard digits.dropFirst(2).first?.isHexDigit == true else { return nil }
            return Int(digits.dropFirst(2), radix: 16).map { .integer(negative ? -$0 : $0) }
        }
        let leadingZero = digits.hasPrefix("0") && digits.dropFirst().first?.isNumber == true
        guard digits.utf8.allSatisfy({ isDigit($0) || ".eE+-".utf8.contains($0) }), !leadingZero else { return nil }
        if digits.utf8.allSatisfy(isDigit), let integer = Int(digits) { return .integer(negative ? -integer : integer) }
        // It contains a digit.
        guard digits.utf8.contains(where: isDigit), !"+-".utf8.contains(digits.utf8.first!) else { return nil }
        // Swift's parser wants digits on both sides of the point.
        let padded = (digits.first == "." ? "0" : "") + digits.replacing(".e", with: ".0e").replacing(".E", with: ".0e")
        guard let value = Double(padded.hasSuffix(".") ? padded + "0" : padded), value.isFinite else { return nil }
        return .number(negative ? -value : value)
    }

    private mutating func string() throws(SyntaxError) -> String {
        let quote = text[position]
        position += 1
        var bytes: [UInt8] = []
        while let byte = peek {
            position += 1
            switch byte {
            case quote: return String(decoding: bytes, as: UTF8.self)
            case UInt8(ascii: "\\"): try escape(into: &bytes)
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): throw error("a text is not closed on its line")
            default: bytes.append(byte)
            }
        }
        throw error("the file ends inside a text")
    }

    private mutating func escape(into bytes: inout [UInt8]) throws(SyntaxError) {
        guard let letter = peek else { throw error("the file ends inside a text") }
        position += 1
        switch letter {
        case UInt8(ascii: "b"): bytes.append(0x08)
        case UInt8(ascii: "f"): bytes.append(0x0C)
        case UInt8(ascii: "n"): bytes.append(0x0A)
        case UInt8(ascii: "r"): bytes.append(0x0D)
        case UInt8(ascii: "t"): bytes.append(0x09)
        case UInt8(ascii: "v"): bytes.append(0x0B)
        case UInt8(ascii: "0"): bytes.append(0x00)
        case UInt8(ascii: "x"): bytes += Array(String(UnicodeScalar(UInt8(try hexadecimal(digits: 2)))).utf8)
        case UInt8(ascii: "u"): bytes += Array(String(try unicodeEscape()).utf8)
        case UInt8(ascii: "\r"):
            if isNext("\n") { position += 1 }
            line += 1
        case UInt8(ascii: "\n"): line += 1
        case UInt8(ascii: "1")...UInt8(ascii: "9"): throw error("a text has \\ before a digit")
        default: bytes.append(letter)
        }
    }

    /// `\uXXXX`, or two of them that make one scalar outside the basic plane.
    private mutating func unicodeEscape() throws(SyntaxError) -> UnicodeScalar {
        let unit = try hexadecimal(digits: 4)
        if let scalar = UnicodeScalar(unit) { return scalar }
        guard unit < 0xDC00, text[position...].starts(with: "\\u".utf8) else { throw error("half a surrogate pair") }
        position += 2
        let low = try hexadecimal(digits: 4)
        guard 0xDC00...0xDFFF ~= low else { throw error("half a surrogate pair") }
        // Two halves of a pair make a scalar.
        return UnicodeScalar(0x1_0000 + (unit - 0xD800) << 10 + (low - 0xDC00))!
    }

    private mutating func hexadecimal(digits: Int) throws(SyntaxError) -> UInt32 {
        let written = text[position...].prefix(digits)
        guard written.count == digits, written.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else {
            throw error("a \\ escape is cut short")
        }
        position += digits
        // These are four or two hexadecimal digits.
        return UInt32(String(decoding: written, as: UTF8.self), radix: 16)!
    }
}

// White space, comments, and what comes next.
extension JSON5Reader {
    private var peek: UInt8? { position < text.count ? text[position] : nil }

    private func isNext(_ character: Unicode.Scalar) -> Bool { peek == UInt8(ascii: character) }

    private mutating func takes(_ character: Unicode.Scalar) throws(SyntaxError) -> Bool {
        try skipSpace()
        guard isNext(character) else { return false }
        position += 1
        return true
    }

    private mutating func takeWord() -> String {
        let start = position
        while let next = peek, isWordByte(next) { position += 1 }
        return String(decoding: text[start..<position], as: UTF8.self)
    }

    private mutating func skipSpace() throws(SyntaxError) {
        while let next = peek {
            switch next {
            case UInt8(ascii: "\n"): line += 1
            case UInt8(ascii: " "), 0x09...0x0D: break
            case 0xC2 where text[position...].starts(with: "\u{A0}".utf8): position += 1
            case 0xEF where text[position...].starts(with: "\u{FEFF}".utf8): position += 2
            case UInt8(ascii: "/"): try skipComment()
            default: return
            }
            position += 1
        }
    }

    /// Stops on the comment's last byte.
    private mutating func skipComment() throws(SyntaxError) {
        let start = line
        position += 1
        switch peek {
        case UInt8(ascii: "/"):
            while position + 1 < text.count, text[position + 1] != UInt8(ascii: "\n") { position += 1 }
        case UInt8(ascii: "*"):
            position += 1
            while !text[position...].starts(with: "*/".utf8) {
                guard let byte = peek else { throw SyntaxError(line: start, reason: "a comment is never closed") }
                if byte == UInt8(ascii: "\n") { line += 1 }
                position += 1
            }
            position += 1
        default: throw error("a single / does not begin a comment")
        }
    }

    private func unexpected(_ byte: UInt8, _ wanted: String) -> SyntaxError {
        let character = String(decoding: text[position...].prefix(4), as: UTF8.self).first.map(String.init) ?? "\(byte)"
        return error("there is \(quoted(character)) where \(wanted) should be")
    }

    private func error(_ reason: String) -> SyntaxError {
        SyntaxError(line: line, reason: reason)
    }
}

private func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

private func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "_"), UInt8(ascii: "$"): true
    default: isDigit(byte)
    }
}
