import Chat
import EventLoop
import Meters
import Storage
import Telemetry

/// The work of one of the queues that search: one search after the other, each with a time limit, beside what the others do.
final class SearchWorker {
    private let reader: DerivedReader
    private let indexer: QueueWorker<SearchIndexer>
    private let metrics: ProcessMetrics
    private let onDamage: @Sendable (StoreError) -> Void
    private let days = KnownSearchDays()

    init(
        _ reader: DerivedReader, _ indexer: QueueWorker<SearchIndexer>, _ metrics: ProcessMetrics,
        onDamage: @escaping @Sendable (StoreError) -> Void
    ) {
        (self.reader, self.indexer, self.metrics, self.onDamage) = (reader, indexer, metrics, onDamage)
    }

    func run(_ queue: SearchQueue) {
        while let turn = queue.next() {
            let began = Clock.monotonicNanoseconds
            find(turn.job)
            let took = Int(Clock.monotonicNanoseconds - began)
            queue.end(turn) { metrics.searchTime.observe(nanoseconds: took) }
        }
    }

    func end(_ jobs: [SearchJob]) {
        for job in jobs { find(job) }
        reader.close()
    }

    private func find(_ job: SearchJob) {
        do throws(StoreError) {
            try attempt(job)
        } catch {
            // With the new file it finds what is not in the index yet. A file that cannot be opened may just be made anew, since
            // another queue has met damage.
            let failure = reader.hasMetDamage || !reader.isOpen ? failureOnceMended(job, error) : error
            if let failure { job.failed(failure) }
        }
    }

    private func failureOnceMended(_ job: SearchJob, _ damage: StoreError) -> StoreError? {
        indexer.sync { $0.mend(damage) }
        do throws(StoreError) {
            try attempt(job)
            return nil
        } catch {
            return error
        }
    }

    private func attempt(_ job: SearchJob) throws(StoreError) {
        if !reader.isOpen, let failure = indexer.sync({ $0.prepare() }) { throw failure }
        let end = Clock.threadNanoseconds + mostTime
        try reader.read { [days, onDamage] store, file throws(StoreError) in
            let view = try SearchView(store, file, days) { Clock.threadNanoseconds > end }
            defer { for damage in view.damages { onDamage(damage) } }
            try job.work(view)
        }
    }
}

/// In nanoseconds, of the processor: a search does not pay for a busy machine.
private let mostTime: Int64 = 200_000_000
