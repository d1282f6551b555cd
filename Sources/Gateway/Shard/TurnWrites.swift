import Routing
import Storage

/// What one turn's requests want the store's writer to do. It is handed over together: what comes together is committed
/// together, and its replies leave together.
final class TurnWrites {
    private let context: GatewayContext
    private var jobs: [WriteJob<Committer>] = []

    init(_ context: GatewayContext) {
        self.context = context
    }

    func append(_ work: @escaping Store<Committer>.Write, failed: @escaping Store<Committer>.Failed) {
        jobs.append(WriteJob(work: work, failed: failed))
        if jobs.count == mostJobs { handOver() }
    }

    func handOver() {
        if jobs.isEmpty { return }
        context.store.write(jobs)
        jobs.removeAll(keepingCapacity: true)
    }

    /// The session's device is to get no more pushes: after what the turn's requests before this one have asked for.
    func signOut(_ session: SessionRecord) {
        handOver()
        context.signOut(session)
    }
}

/// With more than that the store's thread need not wait for the turn's end.
private let mostJobs = 32
