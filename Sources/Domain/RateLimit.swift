/// So many requests a second for ever, and some more at once after a pause.
package struct RateLimit: Sendable {
    /// Between two requests at the lasting rate, in microseconds.
    private let interval: Int64
    /// How far ahead of that rate requests may be.
    private let tolerance: Int64

    package init(perSecond: Int, burst: Int) {
        self.init(every: 1_000_000 / Int64(perSecond), burst: burst)
    }

    /// So many a minute for ever, and as many at once after a pause.
    package init(perMinute: Int) {
        self.init(every: 60_000_000 / Int64(perMinute), burst: perMinute)
    }

    private init(every interval: Int64, burst: Int) {
        precondition(interval > 0 && burst > 0, "a rate of one in \(interval) µs, bursts of \(burst)")
        self.interval = interval
        tolerance = interval * Int64(burst - 1)
    }

    /// When the request after this one is due, if this one is allowed (the generic cell rate algorithm).
    package func next(after due: Int64, now milliseconds: Int64) -> Int64? {
        let now = milliseconds * 1_000
        return due - tolerance <= now ? max(due, now) + interval : nil
    }

    /// How long the request that is due then is not allowed yet, in milliseconds.
    fileprivate func wait(for due: Int64, now milliseconds: Int64) -> Int {
        Int(max(0, (due - tolerance + 999) / 1_000 - milliseconds))
    }
}

/// What somebody has used of a limit.
package struct RateMeter: Sendable {
    private var due: Int64 = 0

    package init() {}

    package mutating func allows(_ limit: RateLimit, now: Int64) -> Bool {
        guard let next = limit.next(after: due, now: now) else { return false }
        due = next
        return true
    }

    /// How many milliseconds until the next request is allowed.
    package func wait(_ limit: RateLimit, now: Int64) -> Int { limit.wait(for: due, now: now) }
}
