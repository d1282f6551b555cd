import JSON

/// A request's meaning in 16 bytes: two requests have the same digest if they mean the same. The order of members and the
/// spelling of strings do not count; strings are compared by their bytes and numbers as written.
///
/// It is made in one pass over the request, and compared in no time: comparing two requests costs with their size, and
/// a client decides how often it repeats a request.
package struct RequestDigest: Hashable, Sendable {
    private let value: UInt128

    /// Of a request with these parts, in this order; nil is one that is not there.
    package init(_ parts: [UInt128?], _ key: DigestKey) {
        var digest = KeyedDigest(key)
        for part in parts {
            digest.take(part == nil ? 0 as UInt8 : 1)
            digest.take(part ?? 0)
        }
        value = digest.finish()
    }

    /// As the store keeps it.
    package init(bytes: [UInt8]) {
        precondition(bytes.count == 16, "a digest has 16 bytes, not \(bytes.count)")
        value = UInt128(littleEndian: bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt128.self) })
    }

    package var bytes: [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }

    /// In 32 hexadecimal digits.
    package var text: String { bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() }
}

private enum Tag: UInt8 {
    case scalar, string, array, object, member
}

extension JSONValue {
    package func digest(_ key: DigestKey) -> UInt128 {
        switch kind {
        case .null, .bool, .number: return digestOf(.scalar, raw, key)
        // The kind says what it has.
        case .string: return digestOf(.string, stringBytes!, key)
        case .array:
            var digest = KeyedDigest(key)
            digest.take(Tag.array.rawValue)
            // Likewise.
            for element in elements! { digest.take(element.digest(key)) }
            return digest.finish()
        case .object:
            // A sum knows no order, and what it is a sum of nobody outside can know. No key comes twice.
            var sum: UInt128 = 0
            // Likewise.
            for (name, value) in members! {
                var digest = KeyedDigest(key)
                digest.take(Tag.member.rawValue)
                digest.take(name.digest(key))
                digest.take(value.digest(key))
                sum &+= digest.finish()
            }
            var digest = KeyedDigest(key)
            digest.take(Tag.object.rawValue)
            digest.take(sum)
            return digest.finish()
        }
    }
}

extension String {
    /// As of a JSON string that says this.
    package func digest(_ key: DigestKey) -> UInt128 {
        var text = self
        return text.withUTF8 { digestOf(.string, UnsafeRawBufferPointer($0), key) }
    }
}

private func digestOf(_ tag: Tag, _ bytes: UnsafeRawBufferPointer, _ key: DigestKey) -> UInt128 {
    var digest = KeyedDigest(key)
    digest.take(tag.rawValue)
    digest.take(bytes)
    return digest.finish()
}
