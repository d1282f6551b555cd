import Synchronization

/// So many requests a second for ever, and some more at once after a pause.
package struct RateLimit: Sendable {
    /// Between two requests at the lasting rate, in microseconds.
    fileprivate let interval: Int64
    /// How far ahead of that rate requests may be.
    fileprivate let tolerance: Int64

    package init(perSecond: Int, burst: Int) {
        precondition(perSecond > 0 && burst > 0, "a rate of \(perSecond), bursts of \(burst)")
        interval = 1_000_000 / Int64(perSecond)
        tolerance = interval * Int64(burst - 1)
    }

    /// When the request after this one is due, if this one is allowed (the generic cell rate algorithm).
    fileprivate func next(after due: Int64, now milliseconds: Int64) -> Int64? {
        let now = milliseconds * 1_000
        return due - tolerance <= now ? max(due, now) + interval : nil
    }
}

/// What one session has used of its limit.
package struct RateMeter: Sendable {
    private var due: Int64 = 0

    package init() {}

    package mutating func allows(_ limit: RateLimit, now: Int64) -> Bool {
        guard let next = limit.next(after: due, now: now) else { return false }
        due = next
        return true
    }
}

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
