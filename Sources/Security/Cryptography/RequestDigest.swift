import JSON

/// A request's meaning in 16 bytes: two requests have the same digest if they mean the same. The order of members and the
/// spelling of strings do not count; strings are compared by their bytes and numbers as written.
///
/// It is made in one pass over the request, and compared in no time: comparing two requests costs with their size, and
/// a client decides how often it repeats a request.
package struct RequestDigest: Hashable, Sendable {
    /// In bytes.
    package static let size = 16

    private let value: ContentDigest

    /// Of a request with these parts, in this order; nil is one that is not there.
    package init(_ parts: Span<ContentDigest?>, _ key: DigestKey) {
        var digest = KeyedDigest(key)
        for index in parts.indices {
            let part = parts[index]
            digest.take(part == nil ? 0 as UInt8 : 1)
            digest.take(part ?? ContentDigest(0))
        }
        value = digest.finish()
    }

    package init(_ parts: [ContentDigest?], _ key: DigestKey) {
        self.init(parts.span, key)
    }

    /// As the store keeps it, of so many bytes.
    package init(bytes: [UInt8]) {
        value = ContentDigest(bytes: bytes)
    }

    package var bytes: [UInt8] { value.bytes }

    /// In 32 hexadecimal digits.
    package var text: String { bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() }
}

private enum Tag: UInt8 {
    case scalar, string, array, object, member
}

extension JSONValue {
    package func digest(_ key: DigestKey) -> ContentDigest {
        switch kind {
        case .null, .bool, .number: return digestOf(.scalar, raw, key)
        // The kind says what it has.
        case .string: return digestOf(.string, stringBytes!, key)
        case .array:
            var digest = KeyedDigest(key)
            digest.take(Tag.array.rawValue)
            // An array has elements.
            for element in elements! { digest.take(element.digest(key)) }
            return digest.finish()
        case .object:
            // No key comes twice.
            var sum = ContentDigest(0)
            // An object has members.
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

extension StaticString {
    /// As of a JSON string that says this and, behind it, the text.
    package func digest(followedBy text: String, _ key: DigestKey) -> ContentDigest {
        var digest = KeyedDigest(key)
        digest.take(Tag.string.rawValue)
        digest.take(UnsafeRawBufferPointer(start: utf8Start, count: utf8CodeUnitCount))
        var text = text
        text.withUTF8 { digest.take(UnsafeRawBufferPointer($0)) }
        return digest.finish()
    }
}

extension String {
    /// As of a JSON string that says this.
    package func digest(_ key: DigestKey) -> ContentDigest {
        var text = self
        return text.withUTF8 { digestOf(.string, UnsafeRawBufferPointer($0), key) }
    }
}

private func digestOf(_ tag: Tag, _ bytes: UnsafeRawBufferPointer, _ key: DigestKey) -> ContentDigest {
    var digest = KeyedDigest(key)
    digest.take(tag.rawValue)
    digest.take(bytes)
    return digest.finish()
}
