import Chat
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
        context.followups.presence.start(wake: worker.wake)
        worker.wake()
    }

    /// Returns when nothing of it runs any more.
    func stop() {
        worker.stop()
    }
}

/// The housekeeper's work, on its queue.
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
            context.followups.jobs.wake()
            context.followups.media.wake()
            context.writeAudit()
            sweep.begin(context.store, now: now)
        }
        return min(nextSweep, max(context.followups.presence.nextDue, now + betweenDepartures))
    }
}

/// The store's sweep: one job for each subject, and one at a time of each.
private final class Sweep: Sendable {
    private struct State {
        var underWay: Set<SweepSubject> = []
        /// Monotonic nanoseconds; of subjects that have met a damaged row.
        var resting: [SweepSubject: Int64] = [:]
    }

    private let state = Lock(State())

    func begin(_ store: Store<Committer>, now: Int64) {
        let subjects = state.withLock { state in
            let subjects = SweepSubject.allCases.filter {
                !state.underWay.contains($0) && state.resting[$0, default: 0] <= now
            }
            state.underWay.formUnion(subjects)
            return subjects
        }
        store.write(subjects.map { job($0, store, now: now) })
    }

    private func job(_ subject: SweepSubject, _ store: Store<Committer>, now: Int64) -> WriteJob<Committer> {
        WriteJob { [self] committer, transaction throws(StoreError) in
            if try committer.sweep(subject, transaction) {
                // Behind what others have asked for meanwhile.
                committer.afterwards { [self] in store.write([job(subject, store, now: now)]) }
            } else {
                state.withLock { _ = $0.underWay.remove(subject) }
            }
        } failed: { [self] error in
            // The store's own health report has told why; the next second tries again. A damaged row is met each time, and
            // with it all caches are emptied.
            state.withLock {
                $0.underWay.remove(subject)
                if error.kind == .corrupt { $0.resting[subject] = now + afterDamage }
            }
        }
    }
}

/// In nanoseconds.
private let betweenSweeps: Int64 = 1_000_000_000
private let betweenDepartures: Int64 = 100_000_000
private let afterDamage: Int64 = 600_000_000_000
