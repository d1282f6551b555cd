/// RFC 4648, both alphabets. Decoding is strict: no white space, no stray bits, padding exactly as the variant has it.
package enum Base64: Sendable {
    /// `+` and `/`, padded with `=`.
    case standard
    /// `-` and `_`, never padded (RFC 7515 §2).
    case url

    package func encode(_ bytes: some Sequence<UInt8>) -> String {
        Array(bytes).withUnsafeBytes { encode($0) }
    }

    package func encode(_ bytes: UnsafeRawBufferPointer) -> String {
        let alphabet = (self == .standard ? standardAlphabet : urlAlphabet).utf8Start
        return String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { text in
            var count = 0
            func append(_ character: UInt8) {
                text[count] = character
                count += 1
            }
            var bits: UInt32 = 0
            var held = 0
            for byte in bytes {
                bits = bits << 8 | UInt32(byte)
                held += 8
                while held >= 6 {
                    held -= 6
                    append(alphabet[Int(bits >> UInt32(held) & 63)])
                }
            }
            if held > 0 { append(alphabet[Int(bits << UInt32(6 - held) & 63)]) }
            if self == .standard {
                while count % 4 != 0 { append(UInt8(ascii: "=")) }
            }
            return count
        }
    }

    package func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
        Array(text).withUnsafeBytes { decode($0) }
    }

    /// Takes either alphabet, but not both in one text, with or without padding.
    package static func decodeAny(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
        var digits = text[...]
        if text.count % 4 == 0 {
            for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits = digits.dropLast() }
        }
        let isURL = digits.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
        return (isURL ? Base64.url : .standard).decode(digits: digits)
    }

    /// Of its own, because what is generic across modules takes 0.2 µs a byte: too much for a token.
    package func decode(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
        var digits = text[...]
        if self == .standard {
            guard text.count % 4 == 0 else { return nil }
            for _ in 0..<2 where digits.last == UInt8(ascii: "=") { digits = digits.dropLast() }
        }
        return decode(digits: digits)
    }

    private func decode(digits: Slice<UnsafeRawBufferPointer>) -> [UInt8]? {
        guard digits.count % 4 != 1 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count * 3 / 4)
        var bits: UInt32 = 0
        var held = 0
        for character in digits {
            guard let value = value(of: character) else { return nil }
            bits = bits << 6 | value
            held += 6
            if held >= 8 {
                held -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(held)))
            }
        }
        guard bits & (1 << UInt32(held) - 1) == 0 else { return nil }
        return bytes
    }

    private func value(of character: UInt8) -> UInt32? {
        switch (character, self) {
        case (UInt8(ascii: "A")...UInt8(ascii: "Z"), _): UInt32(character - UInt8(ascii: "A"))
        case (UInt8(ascii: "a")...UInt8(ascii: "z"), _): UInt32(character - UInt8(ascii: "a")) + 26
        case (UInt8(ascii: "0")...UInt8(ascii: "9"), _): UInt32(character - UInt8(ascii: "0")) + 52
        case (UInt8(ascii: "+"), .standard), (UInt8(ascii: "-"), .url): 62
        case (UInt8(ascii: "/"), .standard), (UInt8(ascii: "_"), .url): 63
        default: nil
        }
    }
}

private let standardAlphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
private let urlAlphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
