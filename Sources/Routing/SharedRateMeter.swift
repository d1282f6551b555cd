import Domain
import Synchronization

/// What all sessions of a user, on whatever shards, have used of theirs.
package final class SharedRateMeter: Sendable {
    private let due = Atomic<Int64>(0)

    package init() {}

    package func allows(_ limit: RateLimit, now: Int64) -> Bool {
        var seen = due.load(ordering: .relaxed)
        while let next = limit.next(after: seen, now: now) {
            let (exchanged, original) = due.compareExchange(expected: seen, desired: next, ordering: .relaxed)
            if exchanged { return true }
            seen = original
        }
        return false
    }
}
