/// Checks text that comes in pieces, and fails in the piece that holds the first byte no text can have there (RFC 3629).
///
/// Between pieces it remembers only what an unfinished character still needs.
package struct UTF8Validator {
    /// Continuation bytes that the unfinished character lacks.
    private var lacking: UInt8 = 0
    /// The lowest value that the next byte may have: after E0, ED, F0 and F4 not every continuation byte is allowed.
    private var lowest: UInt8 = 0x80
    private var highest: UInt8 = 0xBF

    package init() {}

    /// Whether the text may end here.
    package var isComplete: Bool { lacking == 0 }

    package static func isValid(_ text: UnsafeRawBufferPointer) -> Bool {
        var validator = UTF8Validator()
        return validator.accept(text) && validator.isComplete
    }

    /// Takes the next piece of the text; after `false` the text is lost and the validator with it.
    package mutating func accept(_ piece: UnsafeRawBufferPointer) -> Bool {
        guard var next = piece.baseAddress else { return true }
        let end = next + piece.count
        while lacking > 0 {
            guard next < end else { return true }
            guard accept(byte: next.load(as: UInt8.self)) else { return false }
            next += 1
        }
        while end - next >= 8 {
            next = skipASCII(from: next, to: end)
            while end - next >= 4, next.load(as: UInt8.self) >= 0x80 {
                let length = characterLength(UInt32(littleEndian: next.loadUnaligned(as: UInt32.self)))
                guard length > 0 else { return false }
                next += length
            }
        }
        while next < end {
            guard accept(byte: next.load(as: UInt8.self)) else { return false }
            next += 1
        }
        return true
    }

    private mutating func accept(byte: UInt8) -> Bool {
        guard lacking == 0 else {
            guard lowest <= byte, byte <= highest else { return false }
            expect(lacking - 1)
            return true
        }
        switch byte {
        case 0x00...0x7F: break
        case 0xC2...0xDF: expect(1)
        case 0xE0: expect(2, from: 0xA0)
        case 0xED: expect(2, to: 0x9F)
        case 0xE1...0xEF: expect(2)
        case 0xF0: expect(3, from: 0x90)
        case 0xF1...0xF3: expect(3)
        case 0xF4: expect(3, to: 0x8F)
        default: return false
        }
        return true
    }

    private mutating func expect(_ count: UInt8, from lowest: UInt8 = 0x80, to highest: UInt8 = 0xBF) {
        lacking = count
        self.lowest = lowest
        self.highest = highest
    }
}

/// The first byte that is not ASCII, or a place less than eight bytes before the end.
private func skipASCII(from start: UnsafeRawPointer, to end: UnsafeRawPointer) -> UnsafeRawPointer {
    let highBits: UInt64 = 0x8080_8080_8080_8080
    var next = start
    while end - next >= 32 {
        let words = next.loadUnaligned(as: SIMD4<UInt64>.self)
        guard (words[0] | words[1] | words[2] | words[3]) & highBits == 0 else { break }
        next += 32
    }
    while end - next >= 8 {
        let found = UInt64(littleEndian: next.loadUnaligned(as: UInt64.self)) & highBits
        guard found == 0 else { return next + found.trailingZeroBitCount / 8 }
        next += 8
    }
    return next
}

/// How many of these four bytes (the first one lowest) are one character beyond ASCII; none if they do not begin with one.
private func characterLength(_ bytes: UInt32) -> Int {
    // Three bytes first: most of the world's text beyond ASCII. Too short: E0 80…9F; surrogates: ED A0…BF.
    if bytes & 0x00C0_C0F0 == 0x0080_80E0 {
        let decisive = bytes & 0x200F
        return decisive != 0 && decisive != 0x200D ? 3 : 0
    }
    // Too short: C0 and C1.
    if bytes & 0xC0E0 == 0x80C0 { return bytes & 0x1E != 0 ? 2 : 0 }
    // Too short: F0 80…8F; beyond U+10FFFF: F4 90 and above.
    if bytes & 0xC0C0_C0F8 == 0x8080_80F0 {
        let planes = (bytes & 7) << 2 | (bytes >> 12) & 3
        return 1...16 ~= planes ? 4 : 0
    }
    return 0
}
