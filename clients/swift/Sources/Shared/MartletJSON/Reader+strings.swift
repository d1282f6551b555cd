extension Reader {
    /// Reads the string at `position`. Without an escape its characters stay where they are.
    mutating func string() throws(JSONError) {
        let opening = position
        position += 1
        try skipPlainCharacters()
        if take(UInt8(ascii: "\"")) {
            let content = Token.Content.string(start: UInt32(opening + 1), end: UInt32(position - 1))
            return try push(content, from: opening, to: position)
        }
        let start = decoded
        copy(from: opening + 1)
        while take(UInt8(ascii: "\\")) {
            try escape()
            let run = position
            try skipPlainCharacters()
            copy(from: run)
        }
        position += 1
        try push(.string(start: UInt32(start), end: UInt32(decoded)), from: opening, to: position)
    }

    /// Stops at a quote or a backslash. WebSocket text has been checked for UTF-8 by then, a request's body, a token
    /// or a key file has not; checking here again costs ASCII nothing, and makes the reader safe on any bytes.
    private mutating func skipPlainCharacters() throws(JSONError) {
        while true {
            let special = specialBytes(UnsafeRawPointer(text + position).loadUnaligned(as: UInt64.self))
            if special == 0 {
                position += 8
                continue
            }
            position += special.trailingZeroBitCount / 8
            let byte = text[position]
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return }
            guard byte >= 0x80 else { throw failure(.controlCharacter) }
            try skipMultibyteCharacters()
        }
    }

    /// The Unicode standard's table 3-7.
    private mutating func skipMultibyteCharacters() throws(JSONError) {
        while text[position] >= 0x80 {
            let (length, second): (Int, ClosedRange<UInt8>) =
                switch text[position] {
                case 0xC2...0xDF: (2, 0x80...0xBF)
                case 0xE0: (3, 0xA0...0xBF)
                case 0xED: (3, 0x80...0x9F)
                case 0xE1...0xEF: (3, 0x80...0xBF)
                case 0xF0: (4, 0x90...0xBF)
                case 0xF1...0xF3: (4, 0x80...0xBF)
                case 0xF4: (4, 0x80...0x8F)
                default: throw JSONError(.invalidUTF8, at: position)
                }
            guard second.contains(text[position + 1]),
                length < 3 || text[position + 2] & 0xC0 == 0x80,
                length < 4 || text[position + 3] & 0xC0 == 0x80
            else { throw JSONError(.invalidUTF8, at: position) }
            position += length
        }
    }

    /// Decodes what follows a backslash. No escape decodes to more bytes than it is written with.
    private mutating func escape() throws(JSONError) {
        let byte: UInt8
        switch text[position] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): byte = text[position]
        case UInt8(ascii: "b"): byte = 0x08
        case UInt8(ascii: "f"): byte = 0x0C
        case UInt8(ascii: "n"): byte = 0x0A
        case UInt8(ascii: "r"): byte = 0x0D
        case UInt8(ascii: "t"): byte = 0x09
        case UInt8(ascii: "u"): return try unicodeEscape()
        default: throw failure(.malformedEscape)
        }
        position += 1
        append(byte)
    }

    private mutating func unicodeEscape() throws(JSONError) {
        let start = position - 1
        var scalar = try codeUnit()
        if UTF16.isTrailSurrogate(scalar) { throw JSONError(.loneSurrogate, at: start) }
        var value = UInt32(scalar)
        if UTF16.isLeadSurrogate(scalar) {
            guard take(UInt8(ascii: "\\")), text[position] == UInt8(ascii: "u") else {
                throw position >= count ? failure(.loneSurrogate) : JSONError(.loneSurrogate, at: start)
            }
            scalar = try codeUnit()
            guard UTF16.isTrailSurrogate(scalar) else { throw JSONError(.loneSurrogate, at: start) }
            value = 0x10000 + (value - 0xD800) << 10 + (UInt32(scalar) - 0xDC00)
        }
        // It is no surrogate, and UTF-8 has every scalar.
        for byte in UTF8.encode(Unicode.Scalar(value)!)! { append(byte) }
    }

    /// The four digits after the `u` at `position`.
    private mutating func codeUnit() throws(JSONError) -> UInt16 {
        position += 1
        var unit: UInt16 = 0
        for _ in 0..<4 {
            let digit: UInt8 =
                switch text[position] {
                case UInt8(ascii: "0")...UInt8(ascii: "9"): text[position] - UInt8(ascii: "0")
                case UInt8(ascii: "a")...UInt8(ascii: "f"): text[position] - UInt8(ascii: "a") + 10
                case UInt8(ascii: "A")...UInt8(ascii: "F"): text[position] - UInt8(ascii: "A") + 10
                default: throw failure(.malformedEscape)
                }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }

    private mutating func append(_ byte: UInt8) {
        text[decoded] = byte
        decoded += 1
    }

    private mutating func copy(from start: Int) {
        (text + decoded).update(from: text + start, count: position - start)
        decoded += position - start
    }
}

/// Marks the bytes that do not stand for themselves in a string: quote, backslash, below 0x20, above 0x7F. The lowest
/// mark is exact; a borrow can set false ones only above it.
private func specialBytes(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = (word ^ ones &* 0x22) &- ones
    let backslashes = (word ^ ones &* 0x5C) &- ones
    let controls = word &- ones &* 0x20
    return (quotes | backslashes | controls | word) & (ones &* 0x80)
}
