import Chat
import EventLoop
import Locking
import Settings
import Storage
import Telemetry

/// Searches messages, on a queue of its own with a file of its own: neither the store's writer nor its readers wait for it
/// (docs/decisions/037).
final class Searches: Sendable {
    /// Reads the index and the store, as of about now.
    typealias Job = @Sendable (SearchView) throws(StoreError) -> Void

    private let queue: SearchQueue
    /// Nil: there is no search.
    private let worker: QueueWorker<SearchWorker>?

    /// The store is open. Without search, what an earlier start has left of the index goes.
    init(
        _ configuration: Configuration, _ directory: DataDirectory, _ metrics: ProcessMetrics, _ log: Log,
        onDamage: @escaping @Sendable (StoreError) -> Void
    ) throws(StoreError) {
        let queue = SearchQueue(limit: configuration.store.pendingReads)
        self.queue = queue
        guard configuration.messages.search else {
            worker = nil
            try DerivedStore.remove(SearchWorker.file, from: directory)
            return
        }
        let derived = try DerivedStore(directory, file: SearchWorker.file)
        let searching = SearchWorker(derived, configuration, metrics, log, onDamage: onDamage)
        worker = QueueWorker("search", searching) { worker in
            worker.run(queue.take(), cleanings: queue.takeCleanings())
        }
        worker?.wake()
    }

    /// `failed` is called on the search's queue, or at once on the caller's.
    func find(_ work: @escaping Job, failed: @escaping @Sendable (StoreError) -> Void) {
        if let rejection = queue.post(SearchJob(work: work, failed: failed)) { return failed(rejection) }
        worker?.wake()
    }

    /// M-48: calls `done` once the index has nothing of what was erased before this call. Not if it is stopped first.
    func clean(_ done: @escaping @Sendable () -> Void) {
        guard let worker else { return done() }
        queue.post(cleaning: done)
        worker.wake()
    }

    /// Finishes what was taken, before the store is closed.
    func stop() {
        let left = queue.close()
        worker?.stop { $0.end(left) }
    }
}

struct SearchJob: Sendable {
    let work: Searches.Job
    let failed: @Sendable (StoreError) -> Void
}

/// Searches that wait for their turn.
private final class SearchQueue: Sendable {
    private struct Waiting {
        var jobs: [SearchJob] = []
        var cleanings: [@Sendable () -> Void] = []
        var isClosed = false
    }

    private let waiting = Lock(Waiting())
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// Nil: it was taken.
    func post(_ job: SearchJob) -> StoreError? {
        waiting.withLock { waiting in
            if waiting.isClosed { return StoreError(.closed, "the search is closed") }
            if waiting.jobs.count >= limit { return StoreError(.overloaded, "too many searches wait") }
            waiting.jobs.append(job)
            return nil
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

    func take() -> [SearchJob] {
        waiting.withLock { waiting in
            defer { waiting.jobs = [] }
            return waiting.jobs
        }
    }

    /// No more are taken. Returns those that still wait.
    func close() -> [SearchJob] {
        waiting.withLock { waiting in
            waiting.isClosed = true
            defer { waiting.jobs = [] }
            return waiting.jobs
        }
    }
}
