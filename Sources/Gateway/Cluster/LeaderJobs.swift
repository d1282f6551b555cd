import Cluster
import Locking
import Storage

/// The work that nobody has asked for, such as sweeps: the node that leads does it, and it never leaves its node. A record
/// names a piece by its number.
final class LeaderJobs: Sendable {
    private struct State {
        /// Has the node carry out the job of that name.
        var post: @Sendable ([UInt8]) -> Void = { _ in }
        var isLeading = false
        var hasEnded = false
        var last: UInt64 = 0
        var jobs: [UInt64: WriteJob<Committer>] = [:]
    }

    private let state = Lock(State())

    var isLeading: Bool { state.withLock(\.isLeading) }
    var count: Int { state.withLock(\.jobs.count) }

    func start(_ post: @escaping @Sendable ([UInt8]) -> Void) { state.withLock { $0.post = post } }

    /// Nothing is begun where the node does not lead.
    func take(_ jobs: [WriteJob<Committer>]) {
        let names: [[UInt8]]? = state.withLock { state in
            guard state.isLeading else { return nil }
            return jobs.map { job in
                state.last += 1
                state.jobs[state.last] = job
                return Self.name(of: state.last)
            }
        }
        guard let names else {
            for job in jobs { job.failed(Self.doesNotLead) }
            return
        }
        let post = state.withLock(\.post)
        for name in names { post(name) }
    }

    private static let doesNotLead = StoreError(.overloaded, "this node does not lead")

    private static func name(of number: UInt64) -> [UInt8] { withUnsafeBytes(of: number) { Array($0) } }

    private static func number(in name: [UInt8]) -> UInt64 {
        name.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Nil: it was of an earlier turn.
    func job(named name: [UInt8]) -> WriteJob<Committer>? { state.withLock { $0.jobs[Self.number(in: name)] } }

    /// It is done or has failed, and is not to be told so at the end of the turn.
    func remove(named name: [UInt8]) -> WriteJob<Committer>? {
        state.withLock { $0.jobs.removeValue(forKey: Self.number(in: name)) }
    }

    func begin() { state.withLock { $0.isLeading = !$0.hasEnded } }

    /// Fails the jobs that wait. `forGood`: none begins any more.
    func end(forGood: Bool = false) {
        let jobs = state.withLock { state in
            defer { state.jobs = [:] }
            state.isLeading = false
            if forGood { state.hasEnded = true }
            return state.jobs
        }
        for job in jobs.sorted(by: { $0.key < $1.key }) { job.value.failed(Self.doesNotLead) }
    }
}
