/// How much of a conversation one member has not read.
///
/// Everything is in *counted numbers*: the how-manieth message of others, among those that count, it is (X-M14, C-Q10). A
/// conversation's head knows how many there are, so a member's state changes only by what the member does.
package struct Unread: Equatable, Sendable {
    /// The last one read.
    package private(set) var base: Int64
    /// Counted messages that came after it while the member wanted none.
    package private(set) var ignoredRanges: IgnoredRanges

    package init(base: Int64 = 0, ignoredRanges: IgnoredRanges = IgnoredRanges()) {
        self.base = base
        self.ignoredRanges = ignoredRanges
    }

    package func count(of counted: Int64) -> Int64 {
        max(counted - base, 0) - ignoredRanges.count(after: base, through: counted)
    }

    /// Never goes back.
    package mutating func read(upTo counted: Int64) {
        base = max(base, counted)
        ignoredRanges.forget(through: base)
    }

    /// From here on nothing counts.
    package mutating func hold(at counted: Int64) { ignoredRanges.open(at: counted) }

    package mutating func release(at counted: Int64) { ignoredRanges.close(at: counted) }

    /// One's own in a group, where the numbers count everybody's: never unread.
    package mutating func pass(_ counted: Int64) {
        if ignoredRanges.isOpen { return }
        if count(of: counted - 1) == 0 { return read(upTo: counted) }
        hold(at: counted - 1)
        release(at: counted)
    }
}
