import Glibc

/// Reads the few things that matter out of a text of the gateway, in the layout that the gateway writes, for a fraction of
/// what parsing costs. A text that is laid out otherwise does not match, and its reader counts it as unexpected.
struct TextScanner {
    private var rest: UnsafeRawBufferPointer

    init(_ text: UnsafeRawBufferPointer) {
        rest = text
    }

    /// Passes over the literal if the text goes on with it.
    mutating func skip(_ literal: StaticString) -> Bool {
        let length = literal.utf8CodeUnitCount
        // A literal is not empty, and no text is shorter here.
        guard rest.count >= length, memcmp(rest.baseAddress!, literal.utf8Start, length) == 0 else { return false }
        advance(length)
        return true
    }

    mutating func skip(_ bytes: [UInt8]) -> Bool {
        guard rest.starts(with: bytes) else { return false }
        advance(bytes.count)
        return true
    }

    /// Passes over everything up to the literal's end; to the text's end, and false, if there is none.
    mutating func find(_ literal: StaticString) -> Bool {
        let length = literal.utf8CodeUnitCount
        while rest.count >= length {
            let first = Int32(literal.utf8Start[0])
            // Text is left, and has an address.
            guard let found = memchr(rest.baseAddress!, first, rest.count) else { break }
            // It still has.
            advance(UnsafeRawPointer(found) - rest.baseAddress!)
            if skip(literal) { return true }
            advance(1)
        }
        advance(rest.count)
        return false
    }

    /// Digits up to something else, which stays.
    mutating func number() -> UInt64? {
        var value: UInt64 = 0
        var length = 0
        for byte in rest {
            let digit = byte &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            // Nothing that is counted here has more; a longer one must not wrap around.
            guard length < 19 else { return nil }
            value = value * 10 + UInt64(digit)
            length += 1
        }
        guard length > 0 else { return nil }
        advance(length)
        return value
    }

    private mutating func advance(_ amount: Int) {
        rest = UnsafeRawBufferPointer(rebasing: rest[amount...])
    }
}
