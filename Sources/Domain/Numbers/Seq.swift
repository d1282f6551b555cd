/// A place in a conversation or a stream, counted from 1 without holes; 0: before the first.
@usableFromInline package struct Seq: TypedNumber {
    @usableFromInline package let rawValue: Int64

    @inlinable package init(rawValue: Int64) { self.rawValue = rawValue }

    @inlinable package static func + (seq: Seq, count: Int64) -> Seq { Seq(rawValue: seq.rawValue + count) }

    @inlinable package static func - (seq: Seq, count: Int64) -> Seq { Seq(rawValue: seq.rawValue - count) }

    @inlinable package static func += (seq: inout Seq, count: Int64) { seq = seq + count }

    /// How many there are after `other` and up to this one.
    @inlinable package func count(after other: Seq) -> Int64 { rawValue - other.rawValue }
}
