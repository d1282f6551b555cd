import Locking
import Meters
import Telemetry

/// The numbers of all hooks together, and the warning about those that fail.
final class HookMeters: Sendable {
    private struct State {
        let metrics: ProcessMetrics
        var paused: Set<String> = []
    }

    /// One queue at a time counts.
    private let state: Lock<State>
    private let readiness: Readiness

    init(_ metrics: ProcessMetrics, _ readiness: Readiness) {
        state = Lock(State(metrics: metrics))
        self.readiness = readiness
    }

    /// `nanoseconds`: how long the answer took, if there was one to wait for.
    func count(_ result: HookResult, nanoseconds: Int64?) {
        state.withLock { state in
            state.metrics.hookDecisions[result].add()
            if let nanoseconds { state.metrics.hookTime.observe(nanoseconds: Int(nanoseconds)) }
        }
    }

    func observe(nanoseconds: Int64) {
        state.withLock { $0.metrics.hookTime.observe(nanoseconds: Int(nanoseconds)) }
    }

    func begin() { state.withLock { $0.metrics.hookAsksOpen.add(1) } }

    func end() { state.withLock { $0.metrics.hookAsksOpen.add(-1) } }

    /// Whether a backend is left alone after failures.
    func setPaused(_ address: String, _ isPaused: Bool) {
        state.withLock { state in
            if isPaused { state.paused.insert(address) } else { state.paused.remove(address) }
            state.metrics.hooksPaused.set(state.paused.count)
            if state.paused.isEmpty {
                readiness.clear(.hooks)
            } else {
                readiness.raise(
                    .hooks, "not asked for a while after failures: " + state.paused.sorted().joined(separator: "; ")
                )
            }
        }
    }
}
