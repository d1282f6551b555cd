/// So many requests a second for ever, and some more at once after a pause.
package struct RateLimit: Sendable {
    /// Between two requests at the lasting rate.
    private let interval: Microseconds
    /// How far ahead of that rate requests may be.
    private let tolerance: Microseconds

    package init(perSecond: Int, burst: Int) {
        self.init(every: Microseconds(1_000_000 / perSecond), burst: burst)
    }

    /// So many a minute for ever, and as many at once after a pause.
    package init(perMinute: Int) {
        self.init(every: Microseconds(60_000_000 / perMinute), burst: perMinute)
    }

    /// So many an hour for ever, and as many at once after a pause.
    package init(perHour: Int) {
        self.init(every: Microseconds(3_600_000_000 / perHour), burst: perHour)
    }

    private init(every interval: Microseconds, burst: Int) {
        precondition(interval > 0 && burst > 0, "a rate of one in \(interval) µs, bursts of \(burst)")
        self.interval = interval
        tolerance = interval * Int64(burst - 1)
    }

    /// When the request after this one is due, if this one is allowed (the generic cell rate algorithm). One that costs as much
    /// as several is allowed as soon as one is, and the next has to wait the longer.
    package func next(after due: Microseconds, now milliseconds: Milliseconds, cost: Int = 1) -> Microseconds? {
        let now = milliseconds.microseconds
        return due - tolerance <= now ? max(due, now) + interval * Int64(cost) : nil
    }

    /// The same for several at once: all of them or none.
    package func next(after due: Microseconds, now milliseconds: Milliseconds, count: Int) -> Microseconds? {
        let now = milliseconds.microseconds
        let next = max(due, now) + interval * Int64(count)
        return next - interval - tolerance <= now ? next : nil
    }

    /// When the next request is due after one that was allowed has turned out to cost more.
    package func next(after due: Microseconds, now milliseconds: Milliseconds, charging cost: Int) -> Microseconds {
        let now = milliseconds.microseconds
        return max(due, min(max(due, now) + interval * Int64(cost), now + tolerance + Self.longestDebt))
    }

    /// Whether so much has been charged since a request was allowed that it would have to wait too long now.
    package func isOverdrawn(_ due: Microseconds, now milliseconds: Milliseconds) -> Bool {
        due - tolerance - interval - Self.longestWait.microseconds > milliseconds.microseconds
    }

    /// A request waits no longer than that for its turn: beyond, it is refused.
    package static let longestWait: Milliseconds = 3_000

    /// A client that has caused much waits no longer than that: 10 seconds.
    private static let longestDebt: Microseconds = 10_000_000

    /// How long the request that is due then is not allowed yet, in milliseconds.
    package func wait(for due: Microseconds, now milliseconds: Milliseconds) -> Int {
        Int(max(0, (due - tolerance + 999).rawValue / 1_000 - milliseconds.rawValue))
    }
}

/// The used part of a rate limit.
package struct RateMeter: Sendable {
    private var due: Microseconds = 0

    package init() {}

    package mutating func allows(_ limit: RateLimit, now: Milliseconds) -> Bool {
        guard let next = limit.next(after: due, now: now) else { return false }
        due = next
        return true
    }

    /// How many milliseconds until the next request is allowed.
    package func wait(_ limit: RateLimit, now: Milliseconds) -> Int { limit.wait(for: due, now: now) }
}

/// The used parts of a rate limit that each of many has. None has to outlive the process.
package struct RateMeters<Key: Hashable & Sendable>: Sendable {
    private let limit: RateLimit
    private var due: [Key: Microseconds] = [:]
    /// With so many, those that have rested are forgotten.
    private var mostKnown = leastKnown

    package init(_ limit: RateLimit) { self.limit = limit }

    package mutating func allows(_ key: Key, now: Milliseconds) -> Bool {
        guard let next = limit.next(after: due[key, default: 0], now: now) else { return false }
        if due.count >= mostKnown {
            due = due.filter { $0.value > now.microseconds }
            mostKnown = max(leastKnown, due.count * 2)
        }
        due[key] = next
        return true
    }

    package mutating func forget() { due = [:] }
}

private let leastKnown = 10_000
