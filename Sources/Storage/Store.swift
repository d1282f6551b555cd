import EventLoop

/// A store with the queue that writes to it and those that read.
///
/// All writes go through one serial queue, in the order they were given, and what waits is committed together: one
/// transaction and one wait for the disk for up to `batchOperations` of them. Beside the store lives the `Observer`.
package final class Store<Observer: TransactionObserver>: Sendable {
    /// Run on the writer's queue, once or again after a rollback (see `TransactionObserver` for the rule that follows from it).
    package typealias Write = @Sendable (Observer, any Transaction) throws(StoreError) -> Void
    /// Run on a reader's queue, in one read transaction: it sees the store as of one moment.
    package typealias Read = @Sendable (any Transaction) throws(StoreError) -> Void
    /// Called on the store's queue, or at once on the caller's when the job was not even taken.
    package typealias Failed = @Sendable (StoreError) -> Void

    private let directory: DataDirectory
    private let writes: BoundedQueue<WriteJob<Observer>>
    private let reads: BoundedQueue<ReadJob>
    private let emptyings = LogEmptyings()
    private let writer: QueueWorker<Writer<Observer>>
    private let readers: [QueueWorker<StoreReader>]
    private let onDamage: @Sendable (StoreError) -> Void

    /// Opens the store, migrates it, and makes the observer.
    ///
    /// `onHealth` is called on the writer's queue: with an error when the store can no longer be written to, and with nil
    /// when it can again.
    package init(
        _ directory: DataDirectory, migrations: [Migration], options: StoreOptions = StoreOptions(),
        onHealth: @escaping @Sendable (StoreError?) -> Void,
        observer: @escaping @Sendable (any Transaction) throws(StoreError) -> Observer
    ) throws(StoreError) {
        let writes = BoundedQueue<WriteJob<Observer>>(limit: options.pendingWrites)
        let reads = BoundedQueue<ReadJob>(limit: options.pendingReads)
        var (writer, readers): (QueueWorker<Writer<Observer>>?, [QueueWorker<StoreReader>]) = (nil, [])
        let emptyings = emptyings
        do throws(StoreError) {
            writer = QueueWorker(
                "store-writer",
                try Writer(
                    directory, migrations: migrations, options: options, queue: writes, emptyings: emptyings,
                    onHealth: onHealth, observer: observer)
            ) { $0.run() }
            for number in 0..<options.readers {
                readers.append(
                    QueueWorker(
                        "store-reader-\(number)",
                        try StoreReader(directory, queue: reads, number: number, onDamage: options.onDamage)
                    ) {
                        $0.run()
                        return nil
                    })
            }
        } catch {
            writer?.stop { $0.end() }
            for reader in readers { reader.stop { $0.end() } }
            directory.release()
            throw error
        }
        self.directory = directory
        onDamage = options.onDamage
        self.writes = writes
        self.reads = reads
        // An error has been thrown otherwise.
        self.writer = writer!
        self.readers = readers
        writes.addWorker(self.writer.wake)
        for reader in readers { reads.addWorker(reader.wake) }
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

    /// Calls `done` on the writer's queue once nothing that was overwritten before this call is in the write-ahead log. Nobody
    /// waits for that; a long read, such as a backup, delays it. A store that is closed first does not call.
    package func emptyLog(_ done: @escaping @Sendable () -> Void) {
        emptyings.post(done)
        writer.wake()
    }

    /// A job has met a damaged row and went on without it.
    package func noteDamage(_ damage: StoreError) { onDamage(damage) }

    /// How many writes wait.
    package var pendingWrites: Int { writes.count }
    package var pendingReads: Int { reads.count }

    /// Finishes what was taken, and ends. Not from a job: it waits for the store's queues.
    package func close() {
        reads.close()
        guard writes.close() else { return }
        writer.stop { $0.end() }
        for reader in readers { reader.stop { $0.end() } }
        directory.release()
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
