import EventLoop

/// Writes to a store in the place of the store's own queue.
package protocol StoreWriting<Observer>: Sendable {
    associatedtype Observer: TransactionObserver

    /// Each job is carried out in this order, or fails; from any thread.
    func take(_ jobs: [WriteJob<Observer>])
    /// Whether jobs are carried out here now.
    var isTaking: Bool { get }
    /// Whether nobody else can be doing at this moment what nobody has asked for.
    var isAlone: Bool { get }
    /// How many jobs wait.
    var count: Int { get }
    /// The time for what is written, in milliseconds since 1970; nil: nobody knows it yet.
    var time: Int64? { get }
    /// Ends; the jobs that wait fail.
    func stop()
}

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
    private let writing: Writing
    private let reads: BoundedQueue<ReadJob>
    private let emptyings = LogEmptyings()
    private let readers: [QueueWorker<StoreReader>]
    private let onDamage: @Sendable (StoreError) -> Void

    private enum Writing: Sendable {
        case here(BoundedQueue<WriteJob<Observer>>, QueueWorker<Writer<Observer>>)
        case elsewhere(any StoreWriting<Observer>)
    }

    /// Opens the store, migrates it, and makes the observer.
    ///
    /// `onHealth` is called on the writer's queue: with an error when the store can no longer be written to, and with nil
    /// when it can again.
    package init(
        _ directory: DataDirectory, migrations: Migrations, options: StoreOptions = StoreOptions(),
        onHealth: @escaping @Sendable (StoreError?) -> Void,
        observer: @escaping @Sendable (any Transaction) throws(StoreError) -> Observer
    ) throws(StoreError) {
        let writes = BoundedQueue<WriteJob<Observer>>(limit: options.pendingWrites)
        let emptyings = emptyings
        do throws(StoreError) {
            let writer = QueueWorker(
                "store-writer",
                try Writer(
                    directory, migrations: migrations, options: options, queue: writes, emptyings: emptyings,
                    onHealth: onHealth, observer: observer)
            ) { $0.run() }
            (reads, readers) = try Self.readers(of: directory, options) { writer.stop { $0.end() } }
            writes.addWorker(writer.wake)
            writing = .here(writes, writer)
        } catch {
            directory.release()
            throw error
        }
        self.directory = directory
        onDamage = options.onDamage
    }

    /// For a store that is open already, and that something else writes to.
    package init(
        _ directory: DataDirectory, options: StoreOptions, writtenBy writer: any StoreWriting<Observer>
    ) throws(StoreError) {
        (reads, readers) = try Self.readers(of: directory, options) {}
        writing = .elsewhere(writer)
        self.directory = directory
        onDamage = options.onDamage
    }

    private static func readers(
        of directory: DataDirectory, _ options: StoreOptions, orElse undo: () -> Void
    ) throws(StoreError) -> (BoundedQueue<ReadJob>, [QueueWorker<StoreReader>]) {
        let reads = BoundedQueue<ReadJob>(limit: options.pendingReads)
        var readers: [QueueWorker<StoreReader>] = []
        do throws(StoreError) {
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
            for reader in readers { reader.stop { $0.end() } }
            undo()
            throw error
        }
        for reader in readers { reads.addWorker(reader.wake) }
        return (reads, readers)
    }

    package func write(_ work: @escaping Write, failed: @escaping Failed) {
        write([WriteJob(work: work, failed: failed)])
    }

    /// In this order, and in one batch as far as there is room in it.
    package func write(_ jobs: [WriteJob<Observer>]) {
        switch writing {
        case .here(let writes, _):
            let (taken, rejection) = writes.post(jobs)
            guard let rejection else { return }
            for job in jobs[taken...] { job.failed(.refused(rejection, "written")) }
        case .elsewhere(let writer): writer.take(jobs)
        }
    }

    package func read(_ work: @escaping Read, failed: @escaping Failed) {
        if let rejection = reads.post(ReadJob(work: work, failed: failed)) { failed(.refused(rejection, "read")) }
    }

    /// Calls `done` on the writer's queue once nothing that was overwritten before this call is in the write-ahead log. Nobody
    /// waits for that; a long read, such as a backup, delays it. A store that is closed first does not call.
    package func emptyLog(_ done: @escaping @Sendable () -> Void) {
        switch writing {
        case .here(_, let writer):
            emptyings.post(done)
            writer.wake()
        // A node's log is cut off as it grows; docs/cluster.md says so.
        case .elsewhere: done()
        }
    }

    /// A job has met a damaged row and went on without it.
    package func noteDamage(_ damage: StoreError) { onDamage(damage) }

    /// How many writes wait.
    package var pendingWrites: Int {
        switch writing {
        case .here(let writes, _): writes.count
        case .elsewhere(let writer): writer.count
        }
    }

    /// Whether what nobody has asked for is to be done here: of several nodes with the same store, one does it.
    package var isWritten: Bool {
        switch writing {
        case .here: true
        case .elsewhere(let writer): writer.isTaking
        }
    }

    /// Whether it may begin at this moment, by the clock: of two nodes that both believe to be the one, only one may.
    package var mayBegin: Bool {
        switch writing {
        case .here: true
        case .elsewhere(let writer): writer.isAlone
        }
    }

    /// The time for what is written, in milliseconds since 1970; nil: as the machine's clock says.
    package var time: Int64? {
        switch writing {
        case .here: nil
        case .elsewhere(let writer): writer.time
        }
    }

    package var pendingReads: Int { reads.count }

    /// Finishes what was taken, and ends. Not from a job: it waits for the store's queues.
    package func close() {
        reads.close()
        switch writing {
        case .here(let writes, let writer):
            guard writes.close() else { return }
            writer.stop { $0.end() }
        case .elsewhere(let writer): writer.stop()
        }
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
