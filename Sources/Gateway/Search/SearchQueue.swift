import Locking
import Routing
import Storage

struct SearchJob: Sendable {
    let work: Searches.Job
    let failed: @Sendable (StoreError) -> Void
}

/// Searches that wait. Those who search take turns: one with many waits for itself, and for one of each other.
final class SearchQueue: Sendable {
    /// Who pays for a search.
    struct Searcher: Hashable, Sendable {
        private let meter: ObjectIdentifier?

        init(_ meter: SharedRateMeter?) { self.meter = meter.map { ObjectIdentifier($0) } }
    }

    enum Outcome {
        case taken
        case tooMany
        case failed(StoreError)
    }

    private struct Waiting {
        /// The first first.
        var jobs: [Searcher: [SearchJob]] = [:]
        /// All who have any, in the order of their turns.
        var turns: [Searcher] = []
        var count = 0
        var cleanings: [@Sendable () -> Void] = []
        var isClosed = false

        mutating func next() -> SearchJob? {
            guard let searcher = turns.first, var own = jobs[searcher] else { return nil }
            turns.removeFirst()
            count -= 1
            let job = own.removeFirst()
            jobs[searcher] = own.isEmpty ? nil : own
            if !own.isEmpty { turns.append(searcher) }
            return job
        }
    }

    private let waiting = Lock(Waiting())
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    func post(_ job: SearchJob, for searcher: Searcher) -> Outcome {
        waiting.withLock { waiting in
            if waiting.isClosed { return .failed(StoreError(.closed, "the search is closed")) }
            if waiting.count >= limit { return .failed(StoreError(.overloaded, "too many searches wait")) }
            var own = waiting.jobs[searcher] ?? []
            if own.count >= mostOfOne { return .tooMany }
            if own.isEmpty { waiting.turns.append(searcher) }
            own.append(job)
            waiting.jobs[searcher] = own
            waiting.count += 1
            return .taken
        }
    }

    func post(cleaning done: @escaping @Sendable () -> Void) {
        waiting.withLock { $0.cleanings.append(done) }
    }

    func takeCleanings() -> [@Sendable () -> Void] {
        waiting.withLock { waiting in
            defer { waiting.cleanings = [] }
            return waiting.cleanings
        }
    }

    var isEmpty: Bool { waiting.withLock { $0.turns.isEmpty } }

    func next() -> SearchJob? { waiting.withLock { $0.next() } }

    /// No more are taken. Returns those that still wait.
    func close() -> [SearchJob] {
        waiting.withLock { waiting in
            waiting.isClosed = true
            var left: [SearchJob] = []
            while let job = waiting.next() { left.append(job) }
            return left
        }
    }
}

/// Searches of one that wait.
private let mostOfOne = 32
