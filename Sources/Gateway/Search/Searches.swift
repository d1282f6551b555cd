import Chat
import EventLoop
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
            worker.run(queue, cleanings: queue.takeCleanings())
        }
        worker?.wake()
    }

    /// `failed` is called on the search's queue, or at once on the caller's. False: as many searches of this one wait as may.
    func find(
        for searcher: SearchQueue.Searcher, _ work: @escaping Job, failed: @escaping @Sendable (StoreError) -> Void
    ) -> Bool {
        switch queue.post(SearchJob(work: work, failed: failed), for: searcher) {
        case .taken: worker?.wake()
        case .tooMany: return false
        case .failed(let error): failed(error)
        }
        return true
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
