import Chat
import EventLoop
import Settings
import Storage
import Telemetry

/// Searches messages, on queues of its own with a file of its own: neither the store's writer nor its readers wait for it
/// (docs/decisions/037). One queue keeps the index, the others read it.
final class Searches: Sendable {
    /// Reads the index and the store, as of about now.
    typealias Job = @Sendable (SearchView) throws(StoreError) -> Void

    private let queue: SearchQueue
    /// Nil: there is no search.
    private let indexer: QueueWorker<SearchIndexer>?
    private let workers: [QueueWorker<SearchWorker>]

    /// The store is open. Without search, what an earlier start has left of the index goes.
    init(
        _ configuration: Configuration, _ directory: DataDirectory, _ metrics: ProcessMetrics, _ log: Log,
        queues: Int = min(Processors.count, mostQueues), onDamage: @escaping @Sendable (StoreError) -> Void
    ) throws(StoreError) {
        let queue = SearchQueue(limit: configuration.store.pendingReads)
        self.queue = queue
        guard configuration.messages.search else {
            (indexer, workers) = (nil, [])
            try DerivedStore.remove(SearchIndexer.file, from: directory)
            return
        }
        let files = (0..<queues).map { _ in ReaderFile(directory, file: SearchIndexer.file) }
        let derived = try DerivedStore(directory, file: SearchIndexer.file, readers: files)
        let indexing = SearchIndexer(derived, configuration, metrics, log, onDamage: onDamage)
        let indexer = QueueWorker("search-index", indexing) { $0.run(cleanings: queue.takeCleanings()) }
        self.indexer = indexer
        var workers: [QueueWorker<SearchWorker>] = []
        for (number, file) in files.enumerated() {
            let searching = SearchWorker(
                try DerivedReader(directory, file), indexer, metrics, onDamage: onDamage)
            workers.append(
                QueueWorker("search-\(number)", searching) { worker in
                    worker.run(queue)
                    return nil
                })
        }
        self.workers = workers
        indexer.wake()
    }

    /// `failed` is called on a queue of the search, or at once on the caller's. False: as many searches of this one wait as may.
    func find(
        for searcher: SearchQueue.Searcher, _ work: @escaping Job, failed: @escaping @Sendable (StoreError) -> Void
    ) -> Bool {
        switch queue.post(SearchJob(work: work, failed: failed), for: searcher) {
        // Those that are not at work look whose turn it is.
        case .taken: for worker in workers { worker.wake() }
        case .tooMany: return false
        case .failed(let error): failed(error)
        }
        return true
    }

    /// M-48: calls `done` once the index has nothing of what was erased before this call. Not if it is stopped first.
    func clean(_ done: @escaping @Sendable () -> Void) {
        guard let indexer else { return done() }
        queue.post(cleaning: done)
        indexer.wake()
    }

    /// Finishes what was taken, before the store is closed.
    func stop() {
        let left = queue.close()
        for (number, worker) in workers.enumerated() {
            worker.stop { $0.end(number == workers.count - 1 ? left : []) }
        }
        indexer?.stop { $0.close() }
    }
}

/// More would take the processors from the shards.
private let mostQueues = 2
