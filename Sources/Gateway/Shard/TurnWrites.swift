import Routing
import Storage

/// The jobs that one turn's requests have for the store's writer. They are handed over together, so that they are committed
/// together and their replies leave together.
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

/// With more than that the store's queue need not wait for the turn's end.
private let mostJobs = 32
