/// A number that the gateway has given itself, one after the other: nobody can choose some that fall together in a table. So a
/// multiplication spreads them (Fibonacci hashing), which takes a tenth of the time of the hash with a key that other numbers have.
@usableFromInline
package protocol GivenNumber: TypedNumber {}

extension GivenNumber {
    @inlinable package func _rawHashValue(seed: Int) -> Int {
        let spread = (UInt64(bitPattern: rawValue) &+ UInt64(truncatingIfNeeded: seed)) &* 0x9E37_79B9_7F4A_7C15
        // A table takes its place from the low bits, and the high ones are spread best.
        return Int(truncatingIfNeeded: spread ^ spread &>> 32)
    }
}

/// A number of one meaning: of an account is not of a group, seconds are not milliseconds. `rawValue` is what is stored and sent.
///
/// The types are usable from inline and what they do is inlinable: for other modules that makes them cost what an integer
/// costs (docs/decisions/024).
@usableFromInline
package protocol TypedNumber: RawRepresentable<Int64>, Comparable, Hashable, Sendable,
    LosslessStringConvertible, ExpressibleByIntegerLiteral
{
    init(rawValue: Int64)
}

extension TypedNumber {
    @inlinable package init(integerLiteral number: Int64) { self.init(rawValue: number) }

    @inlinable package init(_ number: Int64) { self.init(rawValue: number) }

    @inlinable package init(_ number: some BinaryInteger) { self.init(rawValue: Int64(number)) }

    /// Nil: the text is no number.
    @inlinable package init?(_ text: String) {
        guard let number = Int64(text) else { return nil }
        self.init(rawValue: number)
    }

    @inlinable package init?(_ text: Substring) {
        guard let number = Int64(text) else { return nil }
        self.init(rawValue: number)
    }

    @inlinable package var description: String { String(rawValue) }

    @inlinable package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }

    /// As an integer hashes itself: what would be made for a struct is twice as slow.
    @inlinable package func _rawHashValue(seed: Int) -> Int { rawValue._rawHashValue(seed: seed) }

    @inlinable package func hash(into hasher: inout Hasher) { rawValue.hash(into: &hasher) }

    /// The number after this one.
    @inlinable package var next: Self { Self(rawValue: rawValue + 1) }

    @inlinable package static var max: Self { Self(rawValue: .max) }
}
