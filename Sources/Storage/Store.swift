import EventLoop
import Locking

/// A store with the thread that writes to it and those that read.
///
/// All writes go through one thread, in the order they were given, and what waits is committed together: one
/// transaction and one wait for the disk for up to `batchOperations` of them. Beside the store lives the `Observer`.
package final class Store<Observer: TransactionObserver>: Sendable {
    /// Run on the writer's thread, once or again after a rollback (see `TransactionObserver` for the rule that follows from it).
    package typealias Write = @Sendable (Observer, any Transaction) throws(StoreError) -> Void
    /// Run on a reader's thread, in one read transaction: it sees the store as of one moment.
    package typealias Read = @Sendable (any Transaction) throws(StoreError) -> Void
    /// Called on the store's thread, or at once on the caller's when the job was not even taken.
    package typealias Failed = @Sendable (StoreError) -> Void

    private let engine: any Engine
    private let writes: BoundedQueue<WriteJob<Observer>>
    private let reads: BoundedQueue<ReadJob>
    /// Empty once the store is closed.
    private let threads: Lock<[Thread]>

    /// Opens the store, migrates it, and makes the observer on the writer's thread.
    ///
    /// `onHealth` is called on the writer's thread: with an error when the store can no longer be written to, and with nil
    /// when it can again.
    package init(
        _ engine: any Engine, migrations: [Migration], options: StoreOptions = StoreOptions(),
        onHealth: @escaping @Sendable (StoreError?) -> Void,
        observer: @escaping @Sendable (any Transaction) throws(StoreError) -> Observer
    ) throws(StoreError) {
        let writes = BoundedQueue<WriteJob<Observer>>(limit: options.pendingWrites)
        let reads = BoundedQueue<ReadJob>(limit: options.pendingReads)
        var threads: [Thread] = []
        do throws(StoreError) {
            threads.append(
                try startThread("store-writer") { () throws(StoreError) in
                    try Writer(
                        engine, migrations: migrations, options: options, queue: writes, onHealth: onHealth,
                        observer: observer
                    ).run
                })
            for number in 0..<options.readers {
                threads.append(
                    try startThread("store-reader-\(number)") { () throws(StoreError) in
                        try StoreReader(engine, queue: reads, onDamage: options.onDamage).run
                    })
            }
        } catch {
            writes.close()
            reads.close()
            for thread in threads { thread.join() }
            engine.close()
            throw error
        }
        self.engine = engine
        self.writes = writes
        self.reads = reads
        self.threads = Lock(threads)
    }

    package func write(_ work: @escaping Write, failed: @escaping Failed) {
        write([WriteJob(work: work, failed: failed)])
    }

    /// In this order, and in one batch as far as there is room in it.
    package func write(_ jobs: [WriteJob<Observer>]) {
        let (taken, rejection) = writes.post(jobs)
        guard let rejection else { return }
        for job in jobs[taken...] { job.failed(.refused(rejection, "written")) }
    }

    package func read(_ work: @escaping Read, failed: @escaping Failed) {
        if let rejection = reads.post(ReadJob(work: work, failed: failed)) { failed(.refused(rejection, "read")) }
    }

    /// How many writes wait.
    package var pendingWrites: Int { writes.count }
    package var pendingReads: Int { reads.count }

    /// Finishes what was taken, and ends. Not from a job: it waits for the store's threads.
    package func close() {
        writes.close()
        reads.close()
        let threads = threads.withLock { threads in
            let running = threads
            threads = []
            return running
        }
        if threads.isEmpty { return }
        for thread in threads { thread.join() }
        engine.close()
    }
}

extension StoreError {
    fileprivate static func refused<Job>(_ rejection: BoundedQueue<Job>.Rejection, _ done: String) -> StoreError {
        switch rejection {
        case .full: StoreError(.overloaded, "too many requests wait to be \(done)")
        case .closed: StoreError(.closed, "the store is closed")
        }
    }
}
