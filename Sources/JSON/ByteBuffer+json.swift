import Bytes

extension ByteBuffer {
    /// In quotes, with the escapes that RFC 8259 §7 demands and no others.
    mutating func appendJSONString(_ characters: UnsafeRawBufferPointer) {
        var clean = characters.lengthOfCleanPrefix
        if clean == characters.count { return appendQuoted(characters) }
        append(UInt8(ascii: "\""))
        var rest = characters
        while clean < rest.count {
            append(UnsafeRawBufferPointer(rebasing: rest[..<clean]))
            appendEscape(of: rest[clean])
            rest = UnsafeRawBufferPointer(rebasing: rest[(clean + 1)...])
            clean = rest.lengthOfCleanPrefix
        }
        append(rest)
        append(UInt8(ascii: "\""))
    }

    /// `"name":`, after a comma if it follows another member.
    mutating func appendKey(_ name: UnsafeRawBufferPointer, follows: Bool) {
        assert(name.lengthOfCleanPrefix == name.count, "a key of the program's own that needs escapes")
        var place = extend(by: name.count + (follows ? 4 : 3)).baseAddress!
        if follows {
            place.storeBytes(of: UInt8(ascii: ","), as: UInt8.self)
            place += 1
        }
        place.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
        (place + 1).copyMemory(from: name.baseAddress!, byteCount: name.count)
        place += name.count + 1
        place.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
        (place + 1).storeBytes(of: UInt8(ascii: ":"), as: UInt8.self)
    }

    private mutating func appendQuoted(_ characters: UnsafeRawBufferPointer) {
        let place = extend(by: characters.count + 2)
        place[0] = UInt8(ascii: "\"")
        UnsafeMutableRawBufferPointer(rebasing: place[1...]).copyMemory(from: characters)
        place[characters.count + 1] = UInt8(ascii: "\"")
    }

    mutating func appendDecimal(_ number: UInt64) {
        if number < 10 { return append(UInt8(ascii: "0") + UInt8(number)) }
        var digits: (UInt64, UInt64, UInt64) = (0, 0, 0)
        withUnsafeMutableBytes(of: &digits) { digits in
            var start = digits.count
            var rest = number
            repeat {
                start -= 1
                digits[start] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            } while rest > 0
            append(UnsafeRawBufferPointer(rebasing: digits[start...]))
        }
    }

    private mutating func appendEscape(of byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append(#"\""#)
        case UInt8(ascii: "\\"): append(#"\\"#)
        case 0x08: append(#"\b"#)
        case 0x09: append(#"\t"#)
        case 0x0A: append(#"\n"#)
        case 0x0C: append(#"\f"#)
        case 0x0D: append(#"\r"#)
        default:
            append(#"\u00"#)
            append(hexDigit(byte >> 4))
            append(hexDigit(byte & 15))
        }
    }
}

extension UnsafeRawBufferPointer {
    /// How many bytes from the front need no escape.
    fileprivate var lengthOfCleanPrefix: Int {
        var index = 0
        while index + 8 <= count {
            let special = bytesToEscape(loadUnaligned(fromByteOffset: index, as: UInt64.self))
            if special != 0 { return index + special.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < count {
            let byte = self[index]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return index }
            index += 1
        }
        return count
    }
}

private func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
}

/// Marks quotes, backslashes and what is below 0x20; the lowest mark is exact.
private func bytesToEscape(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = (word ^ ones &* 0x22) &- ones
    let backslashes = (word ^ ones &* 0x5C) &- ones
    let controls = word &- ones &* 0x20
    return (quotes | backslashes | controls) & ~word & (ones &* 0x80)
}
