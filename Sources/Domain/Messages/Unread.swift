/// How much of a conversation one member has not read.
///
/// Everything is in *counted numbers*: the how-manieth message of others, among those that count, it is (X-M14, C-Q10). A
/// conversation's head knows how many there are, so a member's state changes only by what the member does.
package struct Unread: Equatable, Sendable {
    /// The last one read.
    package private(set) var base: Int64
    /// Counted messages that came after it while the member wanted none.
    package private(set) var ignoredRanges: IgnoredRanges
    /// M-03: unread messages before `base`, of which nothing but their number is known.
    package private(set) var carried: Int64

    package init(base: Int64 = 0, ignoredRanges: IgnoredRanges = IgnoredRanges(), carried: Int64 = 0) {
        self.base = base
        self.ignoredRanges = ignoredRanges
        self.carried = carried
    }

    package func count(of counted: Int64) -> Int64 {
        carried + max(counted - base, 0) - ignoredRanges.count(after: base, through: counted)
    }

    /// Without those that count no longer.
    package func count(of counted: Int64, without voids: Voids) -> Int64 {
        if voids.isEmpty { return count(of: counted) }
        var count = carried + voids.live(after: base, through: counted)
        for range in ignoredRanges.ranges {
            count -= voids.live(after: max(range.lowerBound, base), through: min(range.upperBound, counted))
        }
        return count
    }

    /// Whether the number, if its message counts, is one of those in the count.
    package func isUnread(_ number: Int64) -> Bool { number > base && !ignoredRanges.contains(number) }

    /// Never goes back.
    package mutating func read(upTo counted: Int64) {
        carried = counted >= base ? 0 : min(carried, base - counted)
        base = max(base, counted)
        ignoredRanges.forget(through: base)
    }

    /// From here on nothing counts.
    package mutating func hold(at counted: Int64, without voids: Voids) {
        if ignoredRanges.isFull(for: counted) { carryOldest(without: voids) }
        ignoredRanges.open(at: counted)
    }

    /// M-28: the number, which is unread, counts no longer.
    package mutating func ignore(_ number: Int64, without voids: Voids) {
        guard isUnread(number) else { return }
        ignoredRanges.insert(number)
        while ignoredRanges.ranges.count > IgnoredRanges.most { carryOldest(without: voids) }
    }

    package mutating func release(at counted: Int64) { ignoredRanges.close(at: counted) }

    /// One's own in a group, where the numbers count everybody's: never unread.
    package mutating func pass(_ counted: Int64, without voids: Voids) {
        if ignoredRanges.isOpen { return }
        if count(of: counted - 1, without: voids) == 0 { return read(upTo: counted) }
        hold(at: counted - 1, without: voids)
        release(at: counted)
    }

    /// The places of too many ranges would have to be known: those of the oldest are given up, and what is unread before it
    /// stays as a number.
    private mutating func carryOldest(without voids: Voids) {
        guard let oldest = ignoredRanges.ranges.first else { return }
        carried += voids.live(after: base, through: oldest.lowerBound)
        base = oldest.upperBound
        ignoredRanges.forget(through: base)
    }
}
