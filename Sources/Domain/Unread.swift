/// How much of a conversation one member has not read.
///
/// Everything is in *counted numbers*: the how-manieth message of others, among those that count, it is (X-M14, C-Q10). A
/// conversation's head knows how many there are, so a member's state changes only by what the member does.
package struct Unread: Equatable, Sendable {
    /// The last one read.
    package private(set) var base: Int64
    /// What passed while the member wanted nothing (X-M03, X-M04), ascending, each without its lower and with its upper
    /// bound. The last one is open, up to `forever`, as long as that lasts.
    package private(set) var holds: [ClosedRange<Int64>]

    package static let forever = Int64.max
    /// Beyond it the two oldest holds become one.
    package static let mostHolds = 32

    package init(base: Int64 = 0, holds: [ClosedRange<Int64>] = []) {
        self.base = base
        self.holds = holds
    }

    package var isHeld: Bool { holds.last?.upperBound == Self.forever }

    package func count(of counted: Int64) -> Int64 {
        var count = max(counted - base, 0)
        for hold in holds {
            count -= max(min(hold.upperBound, counted) - max(hold.lowerBound, base), 0)
        }
        return count
    }

    /// Never goes back.
    package mutating func read(upTo counted: Int64) {
        base = max(base, counted)
        holds.removeAll { $0.upperBound <= base }
    }

    /// From here on nothing counts.
    package mutating func hold(at counted: Int64) {
        guard !isHeld else { return }
        if let last = holds.last, last.upperBound == counted {
            holds[holds.count - 1] = last.lowerBound...Self.forever
        } else {
            holds.append(counted...Self.forever)
        }
        if holds.count > Self.mostHolds { mergeOldest() }
    }

    package mutating func release(at counted: Int64) {
        guard isHeld, let start = holds.popLast()?.lowerBound, counted > max(start, base) else { return }
        holds.append(start...counted)
    }

    /// The count stays exact; a later reading into what lay between the two may be off by that much.
    private mutating func mergeOldest() {
        let first = holds.removeFirst()
        let length = first.upperBound - max(first.lowerBound, base)
        holds[0] = (holds[0].lowerBound - length)...holds[0].upperBound
    }
}
