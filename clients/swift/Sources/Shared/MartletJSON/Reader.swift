/// Recursive descent over one text; writes the tape that `JSONValue` appearance at.
///
/// The text is padded with zeros. A zero is no JSON anywhere, so every loop stops there without counting bytes.
struct Reader: ~Copyable {
    static let padding = 8

    let text: UnsafeMutablePointer<UInt8>
    let count: Int
    let tape: UnsafeMutablePointer<Token>
    let maximumValues: Int
    let maximumDepth: Int
    var position = 0
    var tokens = 0
    /// Whether there was white space anywhere.
    private(set) var hasSpace = false
    /// Where the next decoded character goes.
    var decoded: Int

    init(text: UnsafeMutablePointer<UInt8>, count: Int, tape: UnsafeMutablePointer<Token>, values: Int, depth: Int) {
        self.text = text
        self.count = count
        self.tape = tape
        maximumValues = values
        maximumDepth = depth
        decoded = count + Reader.padding
    }

    mutating func read() throws(JSONError) {
        skipSpace()
        try value(depth: 0)
        skipSpace()
        guard position == count else { throw JSONError(.trailingBytes, at: position) }
    }

    private mutating func value(depth: Int) throws(JSONError) {
        switch text[position] {
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "{"): try object(depth: depth + 1)
        case UInt8(ascii: "["): try array(depth: depth + 1)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
        case UInt8(ascii: "t"): try literal("true", .bool(true))
        case UInt8(ascii: "f"): try literal("false", .bool(false))
        case UInt8(ascii: "n"): try literal("null", .null)
        default: throw failure(.unexpectedByte)
        }
    }

    private mutating func object(depth: Int) throws(JSONError) {
        let token = try open(.object(count: 0, next: 0), depth: depth)
        var members: UInt32 = 0
        if text[position] != UInt8(ascii: "}") {
            repeat {
                skipSpace()
                guard text[position] == UInt8(ascii: "\"") else { throw failure(.unexpectedByte) }
                try string()
                skipSpace()
                guard take(UInt8(ascii: ":")) else { throw failure(.unexpectedByte) }
                skipSpace()
                try value(depth: depth)
                members += 1
                skipSpace()
            } while take(UInt8(ascii: ","))
        }
        guard take(UInt8(ascii: "}")) else { throw failure(.unexpectedByte) }
        close(token, .object(count: members, next: UInt32(tokens)))
        try refuseDuplicateKeys(of: token, members: Int(members))
    }

    private mutating func array(depth: Int) throws(JSONError) {
        let token = try open(.array(count: 0, next: 0), depth: depth)
        var elements: UInt32 = 0
        if text[position] != UInt8(ascii: "]") {
            repeat {
                skipSpace()
                try value(depth: depth)
                elements += 1
                skipSpace()
            } while take(UInt8(ascii: ","))
        }
        guard take(UInt8(ascii: "]")) else { throw failure(.unexpectedByte) }
        close(token, .array(count: elements, next: UInt32(tokens)))
    }

    private mutating func open(_ content: Token.Content, depth: Int) throws(JSONError) -> Int {
        guard depth <= maximumDepth else { throw JSONError(.tooDeep, at: position) }
        let token = tokens
        try push(content, from: position)
        position += 1
        skipSpace()
        return token
    }

    private func close(_ token: Int, _ content: Token.Content) {
        tape[token].end = UInt32(position)
        tape[token].content = content
    }

    private mutating func number() throws(JSONError) {
        let start = position
        _ = take(UInt8(ascii: "-"))
        if !take(UInt8(ascii: "0")) { try digits() }
        var isInteger = true
        if take(UInt8(ascii: ".")) {
            isInteger = false
            try digits()
        }
        if text[position] | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            position += 1
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            try digits()
        }
        try push(.number(isInteger: isInteger), from: start, to: position)
    }

    private mutating func digits() throws(JSONError) {
        let start = position
        while text[position] &- UInt8(ascii: "0") < 10 { position += 1 }
        guard position > start else { throw failure(.malformedNumber) }
    }

    private mutating func literal(_ name: StaticString, _ content: Token.Content) throws(JSONError) {
        let start = position
        for offset in 0..<name.utf8CodeUnitCount {
            guard take(name.utf8Start[offset]) else { throw failure(.unexpectedByte) }
        }
        try push(content, from: start, to: position)
    }

    mutating func push(_ content: Token.Content, from start: Int, to end: Int = 0) throws(JSONError) {
        guard tokens < maximumValues else { throw JSONError(.tooManyValues, at: start) }
        (tape + tokens).initialize(to: Token(start: UInt32(start), end: UInt32(end), content: content))
        tokens += 1
    }

    mutating func take(_ byte: UInt8) -> Bool {
        guard text[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while true {
            switch text[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
                position += 1
                hasSpace = true
            default: return
            }
        }
    }

    /// The error at `position`: the text has ended, or else `reason`.
    func failure(_ reason: JSONError.Reason) -> JSONError {
        JSONError(position >= count ? .unexpectedEnd : reason, at: position)
    }
}
