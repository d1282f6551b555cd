import Locking
import Routing
import Storage

struct SearchJob: Sendable {
    let work: Searches.Job
    let failed: @Sendable (StoreError) -> Void
}

/// Searches that wait. Those who search take turns: one with many waits for itself, and for one of each other. One has one at a
/// time under way, so that a queue is left for the others.
final class SearchQueue: Sendable {
    /// The payer of a search.
    struct Searcher: Hashable, Sendable {
        private let meter: ObjectIdentifier?

        init(_ meter: SharedRateMeter?) { self.meter = meter.map { ObjectIdentifier($0) } }
    }

    /// A search that is under way.
    struct Turn {
        let job: SearchJob
        fileprivate let searcher: Searcher
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
        var underWay: Set<Searcher> = []
        var count = 0
        var cleanings: [@Sendable () -> Void] = []
        var isClosed = false

        /// Nobody's turn comes before the own search that is under way has ended.
        mutating func next() -> Turn? {
            guard let place = turns.firstIndex(where: { !underWay.contains($0) }) else { return nil }
            let turn = takeTurn(at: place)
            underWay.insert(turn.searcher)
            return turn
        }

        mutating func takeTurn(at place: Int) -> Turn {
            let searcher = turns.remove(at: place)
            guard var own = jobs[searcher] else { preconditionFailure("it is the turn of one who has no search") }
            count -= 1
            let job = own.removeFirst()
            jobs[searcher] = own.isEmpty ? nil : own
            if !own.isEmpty { turns.append(searcher) }
            return Turn(job: job, searcher: searcher)
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

    /// The caller ends it, and then asks for the next one.
    func next() -> Turn? { waiting.withLock { $0.next() } }

    /// `note` is called by one queue at a time.
    func end(_ turn: Turn, _ note: () -> Void = {}) {
        let wasUnderWay = waiting.withLock { waiting in
            note()
            return waiting.underWay.remove(turn.searcher) != nil
        }
        precondition(wasUnderWay, "a search has ended that was not under way")
    }

    /// No more are taken. Returns those that still wait.
    func close() -> [SearchJob] {
        waiting.withLock { waiting in
            waiting.isClosed = true
            var left: [SearchJob] = []
            while !waiting.turns.isEmpty { left.append(waiting.takeTurn(at: 0).job) }
            return left
        }
    }
}

/// Searches of one that wait.
private let mostOfOne = 32
