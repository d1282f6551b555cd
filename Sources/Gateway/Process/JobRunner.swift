import Chat
import EventLoop
import Locking
import Storage

/// Has the writer do the pieces of what requests have left to do: one at a time, each behind what others have asked for
/// meanwhile.
final class JobRunner: Sendable {
    private struct State {
        var store: Store<Committer>?
        var isUnderWay = false
    }

    private let state = Lock(State())

    /// Once the store is there. What a crash has left undone goes on.
    func start(_ store: Store<Committer>) {
        state.withLock { $0.store = store }
        wake()
    }

    /// Something may have been left to do; from any thread.
    func wake() {
        let store: Store<Committer>? = state.withLock { state in
            guard let store = state.store, !state.isUnderWay else { return nil }
            state.isUnderWay = true
            return store
        }
        store?.write { [self] committer, transaction throws(StoreError) in
            let isMore = try committer.carryOn(transaction)
            committer.afterwards { self.rest(isMore: isMore) }
        } failed: { [self] error in
            if error.kind == .corrupt { return giveUp(store) }
            // The store's own health report has told why; the housekeeper wakes it again.
            rest(isMore: false)
        }
    }

    /// A job that meets a damaged row would meet it for ever.
    private func giveUp(_ store: Store<Committer>?) {
        store?.write { [self] committer, transaction throws(StoreError) in
            try committer.work(transaction) { chat throws(CommandError) in try chat.jobs.giveUp() }
            committer.afterwards { self.rest(isMore: true) }
        } failed: { [self] _ in
            rest(isMore: false)
        }
    }

    private func rest(isMore: Bool) {
        state.withLock { $0.isUnderWay = false }
        if isMore { wake() }
    }
}
