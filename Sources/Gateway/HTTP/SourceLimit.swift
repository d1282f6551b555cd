import Domain

/// How often each source has done something that it may do only so often, such as showing a wrong token.
struct SourceLimit<Source: Hashable & Sendable>: Sendable {
    private let limit: RateLimit
    /// Of sources that have done it.
    private var meters: [Source: RateMeter] = [:]

    init(_ limit: RateLimit) {
        self.limit = limit
    }

    func isReached(by source: Source, now: Milliseconds) -> Bool {
        guard !meters.isEmpty, let meter = meters[source] else { return false }
        return meter.wait(limit, now: now) > 0
    }

    /// Counts once more. False: it may not do it now.
    @discardableResult
    mutating func allows(_ source: Source, now: Milliseconds) -> Bool {
        if meters.count >= mostSources, meters[source] == nil {
            meters = meters.filter { $0.value.wait(limit, now: now) > 0 }
            // With that many at once, the oldest debts are forgiven.
            if meters.count >= mostSources { meters.removeAll() }
        }
        return meters[source, default: RateMeter()].allows(limit, now: now)
    }
}

private let mostSources = 4_096
