import Domain
import Synchronization

/// The rate meter of all sessions of a user, on all shards. It outlives them until it is full again, so that a new
/// connection is no new allowance.
package final class SharedRateMeter: Sendable {
    /// Microseconds.
    private let due = Atomic<Int64>(0)

    package init() {}

    package func allows(_ limit: RateLimit, now: Milliseconds, cost: Int = 1) -> Bool {
        update { limit.next(after: $0, now: now, cost: cost) }
    }

    /// Charges the rest of the cost of a request that has been allowed already.
    package func charge(_ limit: RateLimit, now: Milliseconds, cost: Int) {
        guard cost > 0 else { return }
        _ = update { limit.next(after: $0, now: now, charging: cost) }
    }

    /// How many milliseconds until the next request is allowed.
    package func wait(_ limit: RateLimit, now: Milliseconds) -> Int {
        limit.wait(for: Microseconds(due.load(ordering: .relaxed)), now: now)
    }

    /// More was charged since the request was allowed than the user has.
    package func isOverdrawn(_ limit: RateLimit, now: Milliseconds) -> Bool {
        limit.isOverdrawn(Microseconds(due.load(ordering: .relaxed)), now: now)
    }

    /// Whether the directory has forgotten it, and gives out another one for the user.
    package var isForgotten: Bool { due.load(ordering: .relaxed) == forgotten }

    /// Forgets it if it is as good as a new one. From then on it counts nothing.
    func forget(ifFullAt now: Milliseconds) -> Bool {
        let seen = due.load(ordering: .relaxed)
        guard Microseconds(seen) <= now.microseconds else { return false }
        return due.compareExchange(expected: seen, desired: forgotten, ordering: .relaxed).exchanged
    }

    private func update(_ next: (Microseconds) -> Microseconds?) -> Bool {
        var seen = due.load(ordering: .relaxed)
        if seen == forgotten { return true }
        while let next = next(Microseconds(seen)) {
            let (exchanged, original) = due.compareExchange(expected: seen, desired: next.rawValue, ordering: .relaxed)
            if exchanged || original == forgotten { return true }
            seen = original
        }
        return false
    }
}

/// No request is due before the machine was started.
private let forgotten: Int64 = -1
