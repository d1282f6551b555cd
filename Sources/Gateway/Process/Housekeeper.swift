import Domain
import EventLoop
import Locking
import Routing
import Storage

/// Has the state look after what nobody asks for: once a second, and never before the last time is done. And between, who
/// has been gone long enough to be away.
final class Housekeeper: Sendable {
    private let worker: QueueWorker<Housekeeping>

    init(_ context: GatewayContext) {
        worker = QueueWorker("housekeeper", Housekeeping(context)) { $0.run() }
        context.presenceDebouncer.start(wake: worker.wake)
        worker.wake()
    }

    /// Returns when nothing of it runs any more.
    func stop() {
        worker.stop()
    }
}

/// What lives on the housekeeper's queue.
private final class Housekeeping {
    private let context: GatewayContext
    private let sweep = Sweep()
    /// In monotonic nanoseconds.
    private var nextSweep = Clock.monotonicNanoseconds + betweenSweeps

    init(_ context: GatewayContext) {
        self.context = context
    }

    /// Returns when there is something to do next: users who leave are gathered for a moment.
    func run() -> Int64 {
        let now = Clock.monotonicNanoseconds
        context.emitDepartures(dueBy: now)
        if now >= nextSweep {
            nextSweep = now + betweenSweeps
            context.directory.forgetAbsent(now: Milliseconds(now / 1_000_000))
            context.jobs.wake()
            sweep.begin(context.store)
        }
        return min(nextSweep, max(context.presenceDebouncer.nextDue, now + betweenDepartures))
    }
}

/// The store's sweep: one at a time.
private final class Sweep: Sendable {
    private let isUnderWay = Lock(false)

    func begin(_ store: Store<Committer>) {
        let wasUnderWay = isUnderWay.withLock { isUnderWay in
            defer { isUnderWay = true }
            return isUnderWay
        }
        if wasUnderWay { return }
        store.write { [self] committer, transaction throws(StoreError) in
            try committer.sweep(transaction)
            finish()
        } failed: { [self] _ in
            // The store's own health report has told why; the next second tries again.
            finish()
        }
    }

    private func finish() {
        isUnderWay.withLock { $0 = false }
    }
}

/// In nanoseconds.
private let betweenSweeps: Int64 = 1_000_000_000
private let betweenDepartures: Int64 = 100_000_000
