/// SQL text: a literal with `$1`, `$2` … where values go, in any order.
///
/// A literal is known by its address, which makes it the key under which a connection keeps what it has prepared.
package struct SQL: ExpressibleByStringLiteral, Hashable, Sendable, CustomStringConvertible {
    package let text: StaticString

    package init(stringLiteral text: StaticString) {
        precondition(text.hasPointerRepresentation, "\(text) is no SQL")
        self.text = text
    }

    package var description: String { text.description }

    package static func == (one: SQL, other: SQL) -> Bool {
        one.text.utf8Start == other.text.utf8Start && one.text.utf8CodeUnitCount == other.text.utf8CodeUnitCount
    }

    static let placeBits = 9

    /// A place in a table of so many bits, spread by Fibonacci hashing.
    var place: Int {
        Int((UInt(bitPattern: text.utf8Start) &* 0x9E37_79B9_7F4A_7C15) >> (UInt.bitWidth - Self.placeBits))
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(text.utf8Start)
    }
}

/// A value for a `$n`.
package enum SQLValue: Sendable, Equatable {
    case null
    case integer(Int64)
    case text(String)
    case bytes([UInt8])
}
