import EventLoop
import Locking
import Routing
import Storage

/// Has the books look after what nobody asks for: once a second, and never before the last time is done. And between, who
/// has been gone long enough to be away.
final class Housekeeper: Sendable {
    private enum State {
        case resting, sweeping, ended
    }

    private let state = Monitor(State.resting)
    private let thread: Lock<Thread?>

    init(_ premises: Premises) {
        thread = Lock(nil)
        let thread = Thread.start(name: "housekeeper") { [self] in
            var round = 0
            while rest() {
                premises.tellDepartures(dueBy: Clock.monotonicNanoseconds)
                round = (round + 1) % roundsPerSweep
                if round == 0 {
                    premises.directory.forgetAbsent(now: Clock.monotonic)
                    premises.jobs.wake()
                }
                if round == 0, beginSweep() { sweep(premises.store) }
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

    /// False: it is over.
    private func rest() -> Bool {
        let deadline = Clock.monotonicNanoseconds + 1_000_000_000 / Int64(roundsPerSweep)
        _ = state.wait(until: deadline) { $0 == .ended ? true : nil }
        return state.withLock { $0 != .ended }
    }

    /// False: the last one is not done.
    private func beginSweep() -> Bool {
        state.withLock { state in
            guard state == .resting else { return false }
            state = .sweeping
            return true
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

private let roundsPerSweep = 10
