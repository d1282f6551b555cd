/// A job that reads in one transaction.
struct ReadJob: Sendable {
    let work: @Sendable (any Transaction) throws(StoreError) -> Void
    let failed: @Sendable (StoreError) -> Void
}

/// One of the workers that read: one job, one snapshot of the store.
final class StoreReader {
    private let connection: SQLiteConnection
    private let queue: BoundedQueue<ReadJob>
    private let number: Int
    private let onDamage: @Sendable (StoreError) -> Void

    init(
        _ directory: DataDirectory, queue: BoundedQueue<ReadJob>, number: Int,
        onDamage: @escaping @Sendable (StoreError) -> Void
    ) throws(StoreError) {
        self.onDamage = onDamage
        connection = try directory.openReader()
        self.queue = queue
        self.number = number
    }

    /// Does what waits.
    func run() {
        while let job = queue.take(upTo: 1, by: number).first {
            if let failure = failure(of: job) { job.failed(failure) }
        }
    }

    /// Once the queue is closed.
    func end() {
        run()
        connection.close()
    }

    private func failure(of job: ReadJob) -> StoreError? {
        do throws(StoreError) {
            try connection.transact(job.work)
            return nil
        } catch {
            if error.kind == .corrupt { onDamage(error) }
            return error
        }
    }
}
