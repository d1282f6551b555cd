import EventLoop

/// A job that writes. All jobs that wait are written together.
package struct WriteJob<Observer: TransactionObserver>: Sendable {
    package let work: @Sendable (Observer, any Transaction) throws(StoreError) -> Void
    package let failed: @Sendable (StoreError) -> Void

    /// See `Store.write`.
    package init(
        work: @escaping @Sendable (Observer, any Transaction) throws(StoreError) -> Void,
        failed: @escaping @Sendable (StoreError) -> Void
    ) {
        self.work = work
        self.failed = failed
    }
}

/// The one that writes: takes what waits as a batch, and commits the batch as one transaction.
final class Writer<Observer: TransactionObserver> {
    private typealias Job = WriteJob<Observer>

    private let connection: SQLiteWriter
    private let observer: Observer
    private let queue: BoundedQueue<WriteJob<Observer>>
    private let emptyings: LogEmptyings
    private let options: StoreOptions
    private let onHealth: @Sendable (StoreError?) -> Void
    /// Nil while the store is well.
    private var degradation: Degradation?

    /// Why nothing can be written, and when that is tried again.
    private struct Degradation {
        let reason: StoreError
        let nextProbe: Int64
    }

    init(
        _ directory: DataDirectory, migrations: Migrations, options: StoreOptions,
        queue: BoundedQueue<WriteJob<Observer>>, emptyings: LogEmptyings,
        onHealth: @escaping @Sendable (StoreError?) -> Void,
        observer: @Sendable (any Transaction) throws(StoreError) -> Observer
    ) throws(StoreError) {
        let connection = try directory.openWriter()
        do throws(StoreError) {
            try connection.migrate(migrations)
            self.observer = try connection.transact { transaction throws(StoreError) in try observer(transaction) }
        } catch {
            connection.close()
            throw error
        }
        self.connection = connection
        self.queue = queue
        self.emptyings = emptyings
        self.options = options
        self.onHealth = onHealth
    }

    /// Does what waits. Returns when the disk or the log is to be tried again, if it must.
    func run() -> Int64? {
        while true {
            if let degradation, Clock.monotonicNanoseconds >= degradation.nextProbe { healthProbe() }
            let jobs = queue.take(upTo: options.batchOperations, by: 0)
            if jobs.isEmpty { return nextRun() }
            if let degradation {
                runReadOnly(jobs, degradation.reason)
            } else {
                attempt(jobs, isOpen: true)
                maintain()
            }
        }
    }

    /// Once the queue is closed.
    func end() {
        _ = run()
        connection.close()
    }

    // MARK: - A batch

    /// Runs the jobs in one transaction; those that fail are told, and the others run again without them. An open batch
    /// takes in what comes while it runs.
    private func attempt(_ first: [Job], isOpen: Bool) {
        var jobs = first
        var isOpen = isOpen
        while !jobs.isEmpty {
            var running: Int?
            do throws(StoreError) {
                try connection.begin()
                let began = Clock.monotonicNanoseconds
                let deadline = began + Int64(options.batchMicroseconds) * 1_000
                var next = 0
                while next < jobs.count {
                    running = next
                    try jobs[next].work(observer, connection)
                    next += 1
                    if isOpen && next == jobs.count && Clock.monotonicNanoseconds < deadline {
                        jobs += queue.take(upTo: options.batchOperations - jobs.count)
                    }
                }
                running = nil
                try connection.commit()
                observer.committed()
                options.onBatch(jobs.count, Int(Clock.monotonicNanoseconds - began))
                return
            } catch {
                isOpen = false
                rollBackAll()
                if error.isEnvironment { degrade(by: error) }
                jobs = jobsToRepeat(of: jobs, failing: running, error)
            }
        }
    }

    private func rollBackAll() {
        do throws(StoreError) {
            try connection.rollBack()
        } catch {
            // The next transaction cannot begin, and this is why.
            degrade(by: error)
        }
        observer.rolledBack()
    }

    /// Tells the jobs that have failed, and returns those that are to run again.
    private func jobsToRepeat(of jobs: [Job], failing: Int?, _ error: StoreError) -> [Job] {
        if error.isEnvironment {
            runReadOnly(jobs, error)
            return []
        }
        if let failing {
            if error.kind == .corrupt { options.onDamage(error) }
            jobs[failing].failed(error)
            return Array(jobs[..<failing] + jobs[(failing + 1)...])
        }
        // Refused as a whole, at the commit: alone, each shows whether it is the one.
        if jobs.count == 1 {
            jobs[0].failed(error)
        } else {
            for job in jobs { attempt([job], isOpen: false) }
        }
        return []
    }

    // MARK: - Health

    private func degrade(by error: StoreError) {
        guard degradation == nil else { return }
        onHealth(error)
        stayDegraded(error)
    }

    private func stayDegraded(_ reason: StoreError) {
        let nextProbe = Clock.monotonicNanoseconds + Int64(options.probeMilliseconds) * 1_000_000
        degradation = Degradation(reason: reason, nextProbe: nextProbe)
    }

    /// Runs each job by itself. Those that only read are done; the others fail with the reason at their first write, and
    /// the disk is not asked, so that many of them take no time.
    private func runReadOnly(_ jobs: [Job], _ reason: StoreError) {
        let readOnly = ReadOnlyTransaction(connection, reason)
        for job in jobs {
            do throws(StoreError) {
                try connection.beginReading()
                try job.work(observer, readOnly)
                try connection.commit()
                observer.committed()
            } catch {
                rollBackAll()
                if error.kind == .corrupt { options.onDamage(error) }
                job.failed(error)
            }
        }
    }

    /// Really writes, and more than the room that a full disk may still have by chance; always something else, since SQLite
    /// may leave alone what does not change.
    private func healthProbe() {
        let filler = String(repeating: "\(Clock.monotonicNanoseconds) ", count: 8_000)
        do throws(StoreError) {
            try connection.transact { transaction throws(StoreError) in
                try transaction.execute("UPDATE martlet_probe SET filler = $1", [.text(filler)])
            }
            try connection.committed()
        } catch {
            return stayDegraded(error)
        }
        degradation = nil
        onHealth(nil)
    }

    private func maintain() {
        do throws(StoreError) {
            try connection.committed()
            try emptyLog()
        } catch {
            degrade(by: error)
        }
    }

    // MARK: - The log

    /// Between two batches. A reader, or the copy that is being made, may keep it from being emptied: then it is tried again.
    private func emptyLog() throws(StoreError) {
        guard emptyings.areWanted, try connection.emptyLog() else { return }
        for done in emptyings.take() { done() }
    }

    /// Nothing waits. Nil: only what is asked for wakes it.
    private func nextRun() -> Int64? {
        if let degradation { return degradation.nextProbe }
        guard emptyings.areWanted else { return nil }
        do throws(StoreError) {
            try emptyLog()
        } catch {
            degrade(by: error)
        }
        return degradation?.nextProbe ?? (emptyings.areWanted ? Clock.monotonicNanoseconds + beforeEmptying : nil)
    }
}

/// In nanoseconds: about what a copy of the log takes.
private let beforeEmptying: Int64 = 20_000_000

/// The transaction of a store that cannot be written to.
private final class ReadOnlyTransaction: Transaction {
    private let connection: SQLiteWriter
    private let reason: StoreError

    init(_ connection: SQLiteWriter, _ reason: StoreError) {
        self.connection = connection
        self.reason = reason
    }

    var steps: Int { connection.steps }

    func query(_ sql: SQL, _ values: [SQLValue], _ row: (any Row) throws(StoreError) -> Void) throws(StoreError) {
        try connection.query(sql, values, row)
    }

    func execute(_ sql: SQL, _ values: [SQLValue]) throws(StoreError) -> Int {
        throw reason
    }
}
