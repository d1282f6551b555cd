import Dispatch
import Domain
import EventLoop
import Locking
import Telemetry

/// The level of the log, which an operator can change for a while.
final class LogLevelControl: Sendable {
    struct State: Sendable {
        var level: LogLevel
        /// On the machine's clock; nil: until it is changed again.
        var until: Milliseconds?
        /// Counts the changes, so that an earlier one's end leaves a later one alone.
        fileprivate var change = 0
    }

    let configured: LogLevel
    private let log: Log
    private let current: Lock<State>
    private let queue = DispatchQueue(label: "log-level")

    init(_ log: Log, configured: LogLevel) {
        self.log = log
        self.configured = configured
        current = Lock(State(level: configured, until: nil))
    }

    var state: State { current.withLock { $0 } }

    /// `seconds`: then the configured level is in force again.
    func set(_ level: LogLevel, seconds: Int?, by key: String) {
        let change = current.withLock { state in
            state.level = level
            state.until = seconds.map { Milliseconds(Clock.wallMicroseconds / 1_000) + Seconds($0).milliseconds }
            state.change += 1
            log.setLevel(level)
            return state.change
        }
        log.warning("log level changed", ["to": level.rawValue, "seconds": seconds, "key": key])
        guard let seconds else { return }
        queue.asyncAfter(deadline: .now() + .seconds(seconds)) { [weak self] in self?.end(change) }
    }

    private func end(_ change: Int) {
        let hasEnded = current.withLock { state in
            guard state.change == change else { return false }
            (state.level, state.until) = (configured, nil)
            log.setLevel(configured)
            return true
        }
        if hasEnded { log.warning("log level as configured again", ["to": configured.rawValue]) }
    }
}
