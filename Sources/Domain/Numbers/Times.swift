/// A time whose unit is its type: a moment, counted from 1970 or by a clock of its own, or how long something takes.
@usableFromInline package protocol Time: TypedNumber {}

extension Time {
    @inlinable package static func + (one: Self, other: Self) -> Self { Self(rawValue: one.rawValue + other.rawValue) }

    @inlinable package static func - (one: Self, other: Self) -> Self { Self(rawValue: one.rawValue - other.rawValue) }

    @inlinable package static func += (one: inout Self, other: Self) { one = one + other }

    @inlinable package static func -= (one: inout Self, other: Self) { one = one - other }

    @inlinable package static func * (time: Self, count: Int64) -> Self { Self(rawValue: time.rawValue * count) }

    /// How many times the other one goes into this one.
    @inlinable package static func / (one: Self, other: Self) -> Int64 { one.rawValue / other.rawValue }
}

@usableFromInline package struct Microseconds: Time {
    @usableFromInline package let rawValue: Int64

    @inlinable package init(rawValue: Int64) { self.rawValue = rawValue }
}

@usableFromInline package struct Milliseconds: Time {
    @usableFromInline package let rawValue: Int64

    @inlinable package init(rawValue: Int64) { self.rawValue = rawValue }

    @inlinable package static func days(_ count: Int) -> Milliseconds { Milliseconds(count) * 86_400_000 }

    @inlinable package static func hours(_ count: Int) -> Milliseconds { Milliseconds(count) * 3_600_000 }

    /// Rounded down.
    @inlinable package var seconds: Seconds { Seconds(rawValue: rawValue / 1_000) }

    @inlinable package var microseconds: Microseconds { Microseconds(rawValue: rawValue * 1_000) }
}

@usableFromInline package struct Seconds: Time {
    @usableFromInline package let rawValue: Int64

    @inlinable package init(rawValue: Int64) { self.rawValue = rawValue }

    @inlinable package var milliseconds: Milliseconds { Milliseconds(rawValue: rawValue * 1_000) }
}
