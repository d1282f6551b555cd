import Locking

/// SQL text: a literal, or one that was put together once, with `$1`, `$2` … where values go, in any order.
///
/// It is known by its address, which makes it the key under which a connection keeps what it has prepared. So the text lies
/// where it is for as long as the process lives.
package struct SQL: ExpressibleByStringLiteral, Hashable, Sendable, CustomStringConvertible {
    /// Nobody writes to these bytes, and nobody frees them: they are a literal's, or are kept in `composedTexts`.
    nonisolated(unsafe) package let utf8: UnsafeBufferPointer<UInt8>

    package init(stringLiteral text: StaticString) {
        precondition(text.hasPointerRepresentation, "\(text) is no SQL")
        utf8 = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    }

    /// The statement of this text. Looking the text up costs something, so a caller keeps the statement in a `static let`.
    package init(composed text: String) {
        self = composedTexts.withLock { texts in
            if let known = texts[text] { return known }
            let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
            _ = copy.initialize(fromContentsOf: text.utf8)
            let kept = SQL(utf8: UnsafeBufferPointer(copy))
            texts[text] = kept
            return kept
        }
    }

    private init(utf8: UnsafeBufferPointer<UInt8>) {
        self.utf8 = utf8
    }

    package var description: String { String(decoding: utf8, as: UTF8.self) }

    package static func == (one: SQL, other: SQL) -> Bool {
        one.utf8.baseAddress == other.utf8.baseAddress && one.utf8.count == other.utf8.count
    }

    static let placeBits = 9

    /// A place in a table of so many bits, spread by Fibonacci hashing.
    var place: Int {
        Int((UInt(bitPattern: utf8.baseAddress) &* 0x9E37_79B9_7F4A_7C15) >> (UInt.bitWidth - Self.placeBits))
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(utf8.baseAddress)
    }
}

/// Each text once, so that one that is put together again and again is still one statement.
private let composedTexts = Lock<[String: SQL]>([:])

/// A value for a `$n`.
package enum SQLValue: Sendable, Equatable {
    case null
    case integer(Int64)
    case text(String)
    case bytes([UInt8])
}
