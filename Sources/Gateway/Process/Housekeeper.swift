import Domain
import EventLoop
import Locking
import Routing
import Storage

/// Has the state look after what nobody asks for: once a second, and never before the last time is done. And between, who
/// has been gone long enough to be away.
final class Housekeeper: Sendable {
    private enum State {
        case resting, sweeping, ended
    }

    private let state = Monitor(State.resting)
    private let thread: Lock<Thread?>

    init(_ context: GatewayContext) {
        thread = Lock(nil)
        let thread = Thread.start(name: "housekeeper") { [self] in
            var batch = 0
            while rest() {
                context.emitDepartures(dueBy: Clock.monotonicNanoseconds)
                batch = (batch + 1) % roundsPerSweep
                if batch == 0 {
                    context.directory.forgetAbsent(now: Milliseconds(Clock.monotonic))
                    context.jobs.wake()
                }
                if batch == 0, beginSweep() { sweep(context.store) }
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

    private func sweep(_ store: Store<Committer>) {
        store.write { [self] committer, transaction throws(StoreError) in
            try committer.sweep(transaction)
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
