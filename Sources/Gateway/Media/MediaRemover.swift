import Chat
import EventLoop
import Locking
import Media
import Storage
import Telemetry

/// Removes bytes that nothing refers to any more. Their ids are rows, which go when the bytes are gone: a crash between loses
/// nothing, and a store that fails is asked again. On a cluster the node that leads does it.
final class MediaRemover: Sendable {
    private struct State {
        var parts: (store: Store<Committer>, services: MediaServices)?
        var isUnderWay = false
        /// Monotonic nanoseconds; after a failure.
        var resumesAt: Int64 = 0
    }

    private let state = Lock(State())

    func start(_ store: Store<Committer>, _ services: MediaServices) {
        state.withLock { $0.parts = (store, services) }
        wake()
    }

    /// There may be something to remove; from any thread.
    func wake() {
        let parts: (store: Store<Committer>, services: MediaServices)? = state.withLock { state in
            guard let parts = state.parts, !state.isUnderWay, state.resumesAt <= Clock.monotonicNanoseconds,
                parts.store.mayBegin
            else { return nil }
            state.isUnderWay = true
            return parts
        }
        guard let (store, services) = parts else { return }
        store.read { [self] transaction throws(StoreError) in
            let ids = try MediaReader.removals(limit: mostAtOnce, in: transaction)
            let isTaken = !ids.isEmpty && services.threads.run(.long) { [self] in remove(ids, store, services) }
            if !isTaken { rest(isDone: true) }
        } failed: { [self] _ in
            rest(isDone: false)
        }
    }

    private func remove(_ ids: [String], _ store: Store<Committer>, _ services: MediaServices) {
        var removed: [String] = []
        for id in ids {
            do throws(MediaProblem) {
                // Another text names no bytes.
                if let id = MediaID(id) { try services.store.remove(id) }
                removed.append(id)
            } catch {
                services.countFault(error)
                services.log.warning("bytes of media are not removed yet", ["media": id, "reason": "\(error)"])
            }
        }
        let (gone, isWhole) = (removed, removed.count == ids.count)
        store.write { [self] committer, transaction throws(StoreError) in
            try committer.work(transaction) { chat throws(CommandError) in try chat.uploads.noteRemoved(gone) }
            committer.afterwards { [self] in
                rest(isDone: isWhole)
                if isWhole, ids.count == mostAtOnce { wake() }
            }
        } failed: { [self] _ in
            rest(isDone: false)
        }
    }

    private func rest(isDone: Bool) {
        state.withLock { state in
            state.isUnderWay = false
            if !isDone { state.resumesAt = Clock.monotonicNanoseconds + afterFailure }
        }
    }
}

private let mostAtOnce = 100
/// In nanoseconds.
private let afterFailure: Int64 = 10_000_000_000
