import MartletBytes

// The alphabets of RFC 9110 §5.6 and RFC 3986, and ASCII without regard to case.

let carriageReturn = UInt8(ascii: "\r")
let lineFeed = UInt8(ascii: "\n")

extension UInt8 {
    /// RFC 9110 §5.5: no control character may stand in a head; the tab is white space.
    var isControl: Bool { self < 0x20 && self != UInt8(ascii: "\t") || self == 0x7F }

    var isHTTPWhitespace: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

    var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

    var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

    var hexDigit: Int? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(self - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): Int(self - UInt8(ascii: "a")) + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): Int(self - UInt8(ascii: "A")) + 10
        default: nil
        }
    }

    /// RFC 9110 §5.6.2, `tchar`: `!#$%&'*+-.` and digits; letters and `^_`|~`.
    var isToken: Bool { isOne(of: 0x03FF_6CFA_0000_0000, 0x57FF_FFFF_C7FF_FFFE) }

    /// RFC 3986 §2: `unreserved` and `sub-delims`, which is what a registered name is made of.
    var isRegisteredName: Bool { isOne(of: 0x2BFF_7FD2_0000_0000, 0x47FF_FFFE_87FF_FFFE) }

    /// RFC 3986 §3.3 and §3.4: `pchar` and the separators of path and query, `:@/?`.
    var isPathOrQuery: Bool { isOne(of: 0xAFFF_FFD2_0000_0000, 0x47FF_FFFE_87FF_FFFF) }

    /// A bit for each character below 64, and for each of the next 64.
    private func isOne(of low: UInt64, _ high: UInt64) -> Bool {
        self < 128 && (self < 64 ? low : high) >> UInt64(self & 63) & 1 == 1
    }

    var lowercased: UInt8 {
        self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self
    }
}

extension Collection<UInt8> {
    var isToken: Bool { !isEmpty && allSatisfy(\.isToken) }

    func equalsIgnoringCase(_ text: String) -> Bool {
        count == text.utf8.count && elementsEqual(text.utf8) { $0.lowercased == $1.lowercased }
    }
}

extension BidirectionalCollection<UInt8> {
    var trimmingWhitespace: SubSequence {
        guard let first = firstIndex(where: { !$0.isHTTPWhitespace }),
            let last = lastIndex(where: { !$0.isHTTPWhitespace })
        else { return self[endIndex...] }
        return self[first...last]
    }
}

extension ArraySlice<UInt8> {
    package func equalsIgnoringCase(_ text: StaticString) -> Bool {
        withUnsafeBytes { $0.equalsIgnoringCase(text.bytes) }
    }
}

/// Eight bytes at a time, each by a bit or more of its own.
extension UInt64 {
    static let ones: UInt64 = 0x0101_0101_0101_0101
    static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// Whether all are ASCII, and none a control character.
    var isPlain: Bool { (self | (self &- Self.ones &* 0x20) | (self &+ Self.ones)) & Self.highBits == 0 }

    /// Whether all are letters or dashes, as in most names of headers.
    var isOfLettersAndDashes: Bool {
        // The high bits of all but dashes: what differs from a dash in any bit is at least 1.
        let others = ((self ^ Self.ones &* 0x2D) & ~Self.highBits) &+ Self.ones &* 0x7F | self
        return (letters | ~others) & Self.highBits == Self.highBits
    }

    func equalsIgnoringCase(_ other: UInt64) -> Bool {
        let difference = self ^ other
        if difference == 0 { return true }
        // Nothing but the bit of the case differs, and that in letters alone: shifted it lies where these are marked.
        return difference & ~(Self.ones &* 0x20) == 0 && difference << 2 & ~letters == 0
    }

    /// The high bits of those that are letters; the other bits mean nothing. The additions mark what is `a` or more, and what
    /// is more than `z`.
    private var letters: UInt64 {
        let small = self | Self.ones &* 0x20
        let low = small & ~Self.highBits
        return (low &+ Self.ones &* 0x1F) & ~(low &+ Self.ones &* 0x05) & ~small
    }
}

extension UnsafeRawBufferPointer {
    func equalsIgnoringCase(_ other: UnsafeRawBufferPointer) -> Bool {
        guard count == other.count else { return false }
        var index = 0
        while index + 8 <= count {
            let word = loadUnaligned(fromByteOffset: index, as: UInt64.self)
            if !word.equalsIgnoringCase(other.loadUnaligned(fromByteOffset: index, as: UInt64.self)) { return false }
            index += 8
        }
        while index < count {
            let difference = self[index] ^ other[index]
            if difference != 0, difference != 0x20 || !self[index].isLetter { return false }
            index += 1
        }
        return true
    }

    /// Whether every byte passes, or belongs to a `%` with two hexadecimal digits (RFC 3986 §2.1).
    func allSatisfyPercentEncoded(_ passes: (UInt8) -> Bool) -> Bool {
        var index = 0
        while index < count {
            if self[index] == UInt8(ascii: "%") {
                guard index + 2 < count, self[index + 1].hexDigit != nil, self[index + 2].hexDigit != nil else {
                    return false
                }
                index += 3
            } else if passes(self[index]) {
                index += 1
            } else {
                return false
            }
        }
        return true
    }

    /// Where the byte stands first from `start` on, or the end.
    func index(of byte: UInt8, from start: Int = 0) -> Int {
        var index = start
        while index < count, self[index] != byte { index += 1 }
        return index
    }

    /// Takes the first `amount` bytes off the front.
    mutating func take(_ amount: Int) -> UnsafeRawBufferPointer {
        let taken = UnsafeRawBufferPointer(rebasing: self[..<amount])
        self = UnsafeRawBufferPointer(rebasing: self[amount...])
        return taken
    }
}
