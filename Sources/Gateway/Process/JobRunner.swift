import Chat
import Domain
import EventLoop
import Locking
import Storage
import Telemetry

/// Has the writer do the pieces of what requests have left to do: one at a time, each behind what others have asked for
/// meanwhile.
final class JobRunner: Sendable {
    /// When the next piece follows, if one does.
    enum Next {
        case nothing, atOnce, afterPause
    }

    private struct State {
        var store: Store<Committer>?
        var isUnderWay = false
        /// Monotonic nanoseconds.
        var resumesAt: Int64 = 0
    }

    private let state = Lock(State())
    private let log: Log

    init(_ log: Log) { self.log = log }

    /// Once the store is there. Jobs that a crash has left undone go on.
    func start(_ store: Store<Committer>) {
        state.withLock { $0.store = store }
        wake()
    }

    /// Something may have been left to do; from any thread.
    func wake() {
        let store: Store<Committer>? = state.withLock { state in
            guard let store = state.store, !state.isUnderWay, state.resumesAt <= Clock.monotonicNanoseconds else {
                return nil
            }
            state.isUnderWay = true
            return store
        }
        store?.write { [self] committer, transaction throws(StoreError) in
            let next = try committer.carryOn(transaction)
            committer.afterwards { self.rest(until: next) }
        } failed: { [self] error in
            if error.kind == .corrupt { return giveUp(store) }
            // The store's own health report has told why; the housekeeper wakes it again.
            rest(until: .nothing)
        }
    }

    /// A job that meets a damaged row would meet it for ever.
    private func giveUp(_ store: Store<Committer>?) {
        store?.write { [self] committer, transaction throws(StoreError) in
            try committer.work(transaction) { chat throws(CommandError) in
                let user = try chat.jobs.giveUp()
                committer.afterwards { [self] in
                    if let user { log.error("an erasure has stopped at a damaged row", ["user": user.text]) }
                    rest(until: .atOnce)
                }
            }
        } failed: { [self] _ in
            rest(until: .nothing)
        }
    }

    /// After a pause the next commit wakes it, or the housekeeper.
    private func rest(until next: Next) {
        state.withLock { state in
            state.isUnderWay = false
            if next == .afterPause { state.resumesAt = Clock.monotonicNanoseconds + pause }
        }
        if next == .atOnce { wake() }
    }
}

/// In nanoseconds.
private let pause: Int64 = 200_000_000
