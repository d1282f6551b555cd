import Domain

/// How often each source has shown a wrong token or key.
struct FailureLimit<Source: Hashable & Sendable>: Sendable {
    private let limit: RateLimit
    /// Of sources that have failed.
    private var meters: [Source: RateMeter] = [:]

    init(perMinute: Int) {
        limit = RateLimit(perMinute: perMinute)
    }

    func isReached(by source: Source, now: Milliseconds) -> Bool {
        guard !meters.isEmpty, let meter = meters[source] else { return false }
        return meter.wait(limit, now: now) > 0
    }

    mutating func note(_ source: Source, now: Milliseconds) {
        if meters.count >= mostSources { meters = meters.filter { $0.value.wait(limit, now: now) > 0 } }
        // With that many at once, the oldest debts are forgiven.
        if meters.count >= mostSources { meters.removeAll() }
        _ = meters[source, default: RateMeter()].allows(limit, now: now)
    }
}

private let mostSources = 4_096
