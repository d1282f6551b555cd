import Curl
import Dispatch
import EventLoop
import Locking
import Meters
import Security
import Settings
import Telemetry

/// Where one issuer publishes its keys. Its queue fetches them, from time to time and when a token names a key that is not
/// known. Keys that have come are good until others come.
final class IssuerSource: Sendable {
    private struct State {
        var keys: KeySet?
        /// Of the last attempt; nil: it brought the keys.
        var failure: String? = "the keys have not been fetched yet"
        var failures = 0
        /// When the last attempt ended, on the monotonic clock.
        var endedAt: Int64?
        /// An attempt is under way, or begins at once.
        var isFetching = false
        var isStopped = false
        var ended: @Sendable (IssuerFetchResult) -> Void = { _ in }
    }

    let issuer: String
    private let url: ParsedURL
    private let options: IssuerFetchOptions
    private let log: Log
    private let queue: DispatchQueue
    private let state = Lock(State())

    init(_ issuer: String, _ url: ParsedURL, _ options: IssuerFetchOptions, _ log: Log) {
        self.issuer = issuer
        self.url = url
        self.options = options
        self.log = log
        queue = DispatchQueue(label: "issuer")
    }

    var keys: KeySet? { state.withLock { $0.keys } }
    var failure: String? { state.withLock { $0.failure } }

    /// Fetches at once, and from then on from time to time. `ended` is called on the source's queue after each attempt.
    func start(_ ended: @escaping @Sendable (IssuerFetchResult) -> Void) {
        state.withLock { $0.ended = ended }
        refresh()
        lookLater()
    }

    /// An attempt that is under way is given up.
    func stop() {
        state.withLock { $0.isStopped = true }
        queue.sync {}
    }

    /// Fetches now, unless that is being done.
    func refresh() {
        let isMine = state.withLock { state in
            if state.isFetching || state.isStopped { return false }
            state.isFetching = true
            return true
        }
        if isMine { queue.async { self.fetch() } }
    }

    /// A token names a key that is not among these. The source is asked for it, if its last answer is old enough.
    func want() -> IssuerKeys.Prospect {
        let now = Clock.monotonic
        let settled: IssuerKeys.Prospect? = state.withLock { state in
            guard !state.isFetching, let endedAt = state.endedAt, now - endedAt < options.pauseMilliseconds else {
                return nil
            }
            return state.failure == nil ? .known : .failing
        }
        if let settled { return settled }
        refresh()
        return .coming
    }

    // MARK: - On the queue

    private func fetch() {
        let outcome = Result { () throws(IssuerFetchFailure) in try options.fetch(url) { isStopped } }
        let now = Clock.monotonic
        let (ended, isOver) = state.withLock { state in
            state.isFetching = false
            state.endedAt = now
            switch outcome {
            case .success(let keys): (state.keys, state.failure, state.failures) = (keys, nil, 0)
            case .failure(let failure): (state.failure, state.failures) = (failure.reason, state.failures + 1)
            }
            return (state.ended, state.isStopped)
        }
        if isOver { return }
        switch outcome {
        case .success(let keys):
            log.info("issuer's keys fetched", ["issuer": issuer, "keys": keys.count])
            ended(.ok)
        case .failure(let failure):
            log.warning("issuer's keys not fetched", ["issuer": issuer, "reason": failure.reason])
            ended(.failed)
        }
    }

    private var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Looks after each pause whether it is time to fetch again.
    private func lookLater() {
        queue.asyncAfter(deadline: .now() + .milliseconds(Int(options.pauseMilliseconds))) { [weak self] in
            guard let self, !isStopped else { return }
            if isDue { refresh() }
            lookLater()
        }
    }

    /// The keys are old, or the last attempt has failed long enough ago: after each failure it takes longer.
    private var isDue: Bool {
        let now = Clock.monotonic
        return state.withLock { state in
            guard !state.isFetching, let endedAt = state.endedAt else { return false }
            let age = options.ageMilliseconds
            if state.failure == nil { return now - endedAt >= age }
            return now - endedAt >= min(options.pauseMilliseconds << Int64(min(state.failures - 1, 10)), age)
        }
    }
}
