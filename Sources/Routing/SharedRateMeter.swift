import Domain
import Synchronization

/// The rate meter of all sessions of a user, on all shards. It outlives them until it is full again, so that a new
/// connection is no new allowance.
package final class SharedRateMeter: Sendable {
    private let due = Atomic<Int64>(0)

    package init() {}

    package func allows(_ limit: RateLimit, now: Int64, cost: Int = 1) -> Bool {
        update { limit.next(after: $0, now: now, cost: cost) }
    }

    /// Charges the rest of the cost of a request that has been allowed already.
    package func charge(_ limit: RateLimit, now: Int64, cost: Int) {
        guard cost > 0 else { return }
        _ = update { limit.next(after: $0, now: now, charging: cost) }
    }

    /// More was charged since the request was allowed than the user has.
    package func isOverdrawn(_ limit: RateLimit, now: Int64) -> Bool {
        limit.isOverdrawn(due.load(ordering: .relaxed), now: now)
    }

    /// As good as a new one.
    func isFull(now milliseconds: Int64) -> Bool { due.load(ordering: .relaxed) <= milliseconds * 1_000 }

    private func update(_ next: (Int64) -> Int64?) -> Bool {
        var seen = due.load(ordering: .relaxed)
        while let next = next(seen) {
            let (exchanged, original) = due.compareExchange(expected: seen, desired: next, ordering: .relaxed)
            if exchanged { return true }
            seen = original
        }
        return false
    }
}
