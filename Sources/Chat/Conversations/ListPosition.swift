import Domain

/// Where a conversation stands in its user's list (C-Q04): pinned ones first, then the newest.
struct ListPosition: Comparable {
    let isPinned: Bool
    let stamp: Stamp

    static func < (one: ListPosition, other: ListPosition) -> Bool {
        one.isPinned != other.isPinned ? one.isPinned : one.stamp > other.stamp
    }

    /// For clients: opaque, above 0 and below 2⁵³ (C-Q02). Stamps reach that in the year 2112.
    var cursor: Int64 { stamp.rawValue << 1 | (isPinned ? 1 : 0) }

    init(isPinned: Bool, stamp: Stamp) {
        self.isPinned = isPinned
        self.stamp = stamp
    }

    /// Nil if no gateway has ever given such a cursor.
    init?(cursor: Int64, now milliseconds: Milliseconds) {
        stamp = Stamp(cursor >> 1)
        isPinned = cursor & 1 == 1
        guard stamp.isPossible(now: milliseconds) else { return nil }
    }
}
