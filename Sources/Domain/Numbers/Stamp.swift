/// A moment by the gateway's clock, in microseconds since 1970. Each thing that the state writes has a stamp of its
/// own, later than all before.
@usableFromInline package struct Stamp: TypedNumber {
    @usableFromInline package let rawValue: Int64

    @inlinable package init(rawValue: Int64) { self.rawValue = rawValue }

    @inlinable package init(milliseconds: Milliseconds) { self.init(rawValue: milliseconds.rawValue * 1_000) }

    /// In milliseconds since 1970, rounded down.
    @inlinable package var time: Milliseconds { Milliseconds(rawValue: rawValue / 1_000) }

    @inlinable package static func - (stamp: Stamp, time: Microseconds) -> Stamp {
        Stamp(rawValue: stamp.rawValue - time.rawValue)
    }

    @inlinable package static func + (stamp: Stamp, time: Microseconds) -> Stamp {
        Stamp(rawValue: stamp.rawValue + time.rawValue)
    }
}
