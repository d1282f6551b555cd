/// A job that reads in one transaction.
struct ReadJob: Sendable {
    let work: @Sendable (any Transaction) throws(StoreError) -> Void
    let failed: @Sendable (StoreError) -> Void
}

/// A thread that reads: one job, one snapshot of the store.
final class StoreReader {
    private let connection: any Database
    private let queue: BoundedQueue<ReadJob>

    init(_ engine: any Engine, queue: BoundedQueue<ReadJob>) throws(StoreError) {
        connection = try engine.openReader()
        self.queue = queue
    }

    /// Returns when the queue is closed and empty.
    func run() {
        while let jobs = queue.wait(upTo: 1) {
            for job in jobs {
                if let failure = failure(of: job) { job.failed(failure) }
            }
        }
        connection.close()
    }

    private func failure(of job: ReadJob) -> StoreError? {
        do throws(StoreError) {
            try connection.transact(job.work)
            return nil
        } catch {
            return error
        }
    }
}
