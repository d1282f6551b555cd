import EventLoop
import Locking
import Storage

/// Has the books look after what nobody asks for: once a second, and never before the last time is done.
final class Housekeeper: Sendable {
    private enum State {
        case resting, sweeping, ended
    }

    private let state = Monitor(State.resting)
    private let thread: Lock<Thread?>

    init(_ store: Store<Clerk>) {
        thread = Lock(nil)
        let thread = Thread.start(name: "housekeeper") { [self] in
            while let isDue = rest() {
                if isDue { sweep(store) }
            }
        }
        self.thread.withLock { $0 = thread }
    }

    /// Returns when the thread has ended.
    func stop() {
        state.withLock { $0 = .ended }
        state.wakeAll()
        let thread = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        thread?.join()
    }

    /// Whether there is something to do after it; nil: it is over.
    private func rest() -> Bool? {
        let deadline = Clock.monotonicNanoseconds + 1_000_000_000
        _ = state.wait(until: deadline) { $0 == .ended ? true : nil }
        return state.withLock { state in
            switch state {
            case .ended: return nil
            case .sweeping: return false
            case .resting:
                state = .sweeping
                return true
            }
        }
    }

    private func sweep(_ store: Store<Clerk>) {
        store.write { [self] clerk, transaction throws(StoreError) in
            try clerk.sweep(transaction)
            finish()
        } failed: { [self] _ in
            // The store's own health report has told why; the next second tries again.
            finish()
        }
    }

    private func finish() {
        state.withLock { if $0 == .sweeping { $0 = .resting } }
    }
}
