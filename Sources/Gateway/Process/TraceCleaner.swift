import Chat
import Domain
import Locking
import Storage
import Telemetry

/// M-48: when all rows of an erasure are gone, takes what they have left in files: in the index of the search, and in the store's
/// log. The erasure's row goes last, so a gateway that is killed in between begins with the files again.
final class TraceCleaner: Sendable {
    private struct State {
        var parts: (store: Store<Committer>, searches: Searches)?
        var isUnderWay = false
    }

    private let state = Lock(State())
    private let log: Log

    init(_ log: Log) { self.log = log }

    func start(_ store: Store<Committer>, _ searches: Searches) {
        state.withLock { $0.parts = (store, searches) }
    }

    /// There may be something to clean; from any thread.
    func wake() {
        let parts: (store: Store<Committer>, searches: Searches)? = state.withLock { state in
            guard let parts = state.parts, !state.isUnderWay else { return nil }
            state.isUnderWay = true
            return parts
        }
        guard let (store, searches) = parts else { return }
        store.write { [self] committer, transaction throws(StoreError) in
            try committer.work(transaction) { chat throws(CommandError) in
                let erasures = try chat.jobs.currentErasures().filter(\.isLeavingTraces)
                committer.afterwards { [self] in
                    if erasures.isEmpty { rest() } else { clean(erasures, store, searches) }
                }
            }
        } failed: { [self] _ in
            rest()
        }
    }

    private func clean(_ erasures: [Jobs.Erasure], _ store: Store<Committer>, _ searches: Searches) {
        searches.clean { [self] in
            store.emptyLog { [self] in end(erasures, store) }
        }
    }

    private func end(_ erasures: [Jobs.Erasure], _ store: Store<Committer>) {
        store.write { [self] committer, transaction throws(StoreError) in
            try committer.work(transaction) { chat throws(CommandError) in
                let ended = try chat.jobs.end(erasures)
                committer.afterwards { [self] in
                    for erasure in ended { log.info("what a user has written is erased", ["user": erasure.user.text]) }
                    rest()
                }
            }
        } failed: { [self] _ in
            rest()
        }
    }

    /// The next commit wakes it if something is left.
    private func rest() {
        state.withLock { $0.isUnderWay = false }
    }
}
