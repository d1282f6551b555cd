import Cluster
import Locking
import Storage

/// The work that nobody has asked for, such as sweeps: the node that leads does it, and it never leaves its node. A record
/// names a piece by its number.
final class LeaderJobs: Sendable {
    private struct State {
        var isLeading = false
        var last: UInt64 = 0
        var jobs: [UInt64: WriteJob<Committer>] = [:]
    }

    private let state = Lock(State())

    var isLeading: Bool { state.withLock(\.isLeading) }
    var count: Int { state.withLock(\.jobs.count) }

    /// The names of what is to be done. Nothing is begun where the node does not lead.
    func add(_ jobs: [WriteJob<Committer>]) -> [[UInt8]] {
        let names: [[UInt8]]? = state.withLock { state in
            guard state.isLeading else { return nil }
            return jobs.map { job in
                state.last += 1
                state.jobs[state.last] = job
                return Self.name(of: state.last)
            }
        }
        if let names { return names }
        for job in jobs { job.failed(Self.doesNotLead) }
        return []
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

    func begin() { state.withLock { $0.isLeading = true } }

    /// What waits fails.
    func end() {
        let jobs = state.withLock { state in
            defer { state.jobs = [:] }
            state.isLeading = false
            return state.jobs
        }
        for job in jobs.sorted(by: { $0.key < $1.key }) { job.value.failed(Self.doesNotLead) }
    }
}
