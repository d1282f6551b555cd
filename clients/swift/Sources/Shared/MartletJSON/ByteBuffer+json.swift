import MartletBytes

extension ByteBuffer {
    /// In quotes, with the escapes that RFC 8259 §7 demands and no others. `prefix` needs none.
    mutating func appendJSONString(_ characters: UnsafeRawBufferPointer, after prefix: StaticString = "") {
        let prefix = prefix.bytes
        let size = characters.count + prefix.count + 2
        let place = reserve(size)
        place.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
        // A static string has an address, though it may be empty.
        copyShort(prefix.baseAddress!, to: place + 1, count: prefix.count)
        guard copyClean(characters, to: place + 1 + prefix.count) else { return appendEscaping(characters, prefix) }
        place.storeBytes(of: UInt8(ascii: "\""), toByteOffset: size - 1, as: UInt8.self)
        advance(by: size)
    }

    /// `"name":`, after a comma if it follows another member.
    @inline(__always)
    mutating func appendKey(_ name: UnsafeRawBufferPointer, follows: Bool) {
        assert(name.lengthOfCleanPrefix == name.count, "a key of the program's own that needs escapes")
        let size = name.count + (follows ? 4 : 3)
        var place = reserve(size)
        if follows {
            place.storeBytes(of: UInt8(ascii: ","), as: UInt8.self)
            place += 1
        }
        place.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
        // So has a name.
        copyShort(name.baseAddress!, to: place + 1, count: name.count)
        place += name.count + 1
        place.storeBytes(of: UInt8(ascii: "\""), as: UInt8.self)
        place.storeBytes(of: UInt8(ascii: ":"), toByteOffset: 1, as: UInt8.self)
        advance(by: size)
    }

    private mutating func appendEscaping(_ characters: UnsafeRawBufferPointer, _ prefix: UnsafeRawBufferPointer) {
        append(UInt8(ascii: "\""))
        append(prefix)
        var rest = characters
        var clean = rest.lengthOfCleanPrefix
        while clean < rest.count {
            append(UnsafeRawBufferPointer(rebasing: rest[..<clean]))
            appendEscape(of: rest[clean])
            rest = UnsafeRawBufferPointer(rebasing: rest[(clean + 1)...])
            clean = rest.lengthOfCleanPrefix
        }
        append(rest)
        append(UInt8(ascii: "\""))
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

/// Copies as far as nothing needs an escape. False: something does.
private func copyClean(_ source: UnsafeRawBufferPointer, to target: UnsafeMutableRawPointer) -> Bool {
    let count = source.count
    var index = 0
    while index + 8 <= count {
        let word = source.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        if bytesToEscape(word) != 0 { return false }
        target.storeBytes(of: word, toByteOffset: index, as: UInt64.self)
        index += 8
    }
    if index < count, count >= 8 {
        // The last word again, up to the end.
        let word = source.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
        if bytesToEscape(word) != 0 { return false }
        target.storeBytes(of: word, toByteOffset: count - 8, as: UInt64.self)
        return true
    }
    while index < count {
        let byte = source[index]
        if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return false }
        target.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
        index += 1
    }
    return true
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
