import Dispatch
import Domain
import EventLoop
import Locking
import Synchronization
import Telemetry

/// Carries out operators' requests about the process itself: the same as signals ask for, and the level of the log.
final class ProcessControl: Sendable {
    /// One part of a reload.
    struct Reloaded: Sendable {
        let part: String
        /// Nil: what was read is in force. Else what was before it still is.
        let problem: String?
    }

    private struct Acts: Sendable {
        let reload: @Sendable () -> [Reloaded]
        let drain: @Sendable () -> Void
    }

    private struct State: Sendable {
        var acts: Acts?
        var fault: String?
    }

    private let state = Lock(State())
    private let queue = DispatchQueue(label: "operators")
    private let waiting = Atomic(0)
    let logLevel: LogLevelControl

    init(_ log: Log, level: LogLevel) {
        logLevel = LogLevelControl(log, configured: level)
    }

    /// Before anybody can ask.
    func begin(reload: @escaping @Sendable () -> [Reloaded], drain: @escaping @Sendable () -> Void) {
        let isEnding = state.withLock { state in
            state.acts = Acts(reload: reload, drain: drain)
            return state.fault != nil
        }
        if isEnding { drain() }
    }

    /// The process cannot go on, and would not after another start: it drains. The first reason counts.
    func giveUp(_ reason: String) {
        let acts = state.withLock { state in
            state.fault = state.fault ?? reason
            return state.acts
        }
        acts?.drain()
    }

    /// Why it has given up; nil: it has not.
    var fault: String? { state.withLock(\.fault) }

    /// Runs it behind all that operators have asked for before. False: that is too much.
    func run(_ work: @escaping @Sendable () -> Void) -> Bool {
        guard waiting.add(1, ordering: .relaxed).newValue <= mostWaiting else {
            waiting.subtract(1, ordering: .relaxed)
            return false
        }
        queue.async { [self] in
            work()
            waiting.subtract(1, ordering: .relaxed)
        }
        return true
    }

    /// On the operators' queue: it reads files.
    func reload() -> [Reloaded] { begun.reload() }

    /// Returns at once.
    func drain() { begun.drain() }

    private var begun: Acts {
        guard let acts = state.withLock(\.acts) else { preconditionFailure("the gateway does not listen yet") }
        return acts
    }
}

private let mostWaiting = 16
