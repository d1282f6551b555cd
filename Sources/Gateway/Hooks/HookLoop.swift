import Curl
import Domain
import EventLoop
import JSON
import Meters
import Push
import Security
import Telemetry

/// The work of a hook's queue: it asks, judges the answers, and leaves a backend alone that fails again and again.
final class HookLoop {
    enum Letter: Sendable {
        case ask(HookAsk, HookEndpoint.Answered)
        /// A shard has taken the new data of a replacement, or could not.
        case replacement(HookAsk, HookFailure?)
    }

    private struct Load {
        let ask: HookAsk
        let answered: HookEndpoint.Answered
        /// Monotonic nanoseconds.
        let began: Int64
        /// Nil: the request belongs to no trace, or the backend was not asked.
        var span: OutgoingSpan?
    }

    /// Under way together.
    static let mostAsks = 256

    private unowned let endpoint: HookEndpoint
    private let transfers: Transfers<Load>
    private var places = HookPlaces<Load>()
    /// Nanoseconds that a question may wait for a place.
    private let longestWait: Int64
    private let meters: HookMeters
    private let log: Log
    private let document = JSONDocument()
    private var breaker = Breaker()
    private var isPaused = false

    init(_ endpoint: HookEndpoint, _ multi: Multi, _ transfer: TransferOptions, _ meters: HookMeters, _ log: Log) {
        self.endpoint = endpoint
        transfers = Transfers(multi, transfer)
        longestWait = Int64(transfer.answerMilliseconds) * 1_000_000
        self.meters = meters
        self.log = log
    }

    /// Does what can be done now. Returns when to go on though nothing has come, in monotonic nanoseconds.
    func run() -> Int64? {
        for letter in endpoint.takeLetters() {
            switch letter {
            case .ask(let ask, let answered):
                enter(Load(ask: ask, answered: answered, began: Clock.monotonicNanoseconds))
            case .replacement(let ask, let failure): settle(ask, failure)
            }
        }
        while true {
            let ended = transfers.advance()
            for (load, reply) in ended {
                meters.end()
                places.leave(load.ask.user)
                finish(load, reply)
            }
            for (load, obstacle) in places.takeOverdue(at: Clock.monotonicNanoseconds) { refuse(load, obstacle) }
            if !beginNext(), ended.isEmpty { break }
        }
        return [transfers.deadline, places.deadline].compactMap(\.self).min()
    }

    private func enter(_ load: Load) {
        if let obstacle = places.enter(load, of: load.ask.user, until: load.began + longestWait) {
            refuse(load, obstacle)
        }
        beginNext()
    }

    /// Returns whether there was one that could begin.
    @discardableResult private func beginNext() -> Bool {
        var hasBegun = false
        while let load = places.next() {
            hasBegun = true
            begin(load)
        }
        return hasBegun
    }

    /// H-22: a user who asks for too much is refused, also where the policy would let it through.
    private func refuse(_ load: Load, _ obstacle: HookPlaces<Load>.Obstacle) {
        let took = Clock.monotonicNanoseconds - load.began
        switch obstacle {
        case .share:
            let failure = HookFailure(reason: "too many questions about requests of this user are under way")
            note(load.ask, failure, took, countsForBreaker: false)
            load.answered(.refuse(HookDecision.tooMany))
        case .full:
            giveUp(load, HookFailure(reason: "\(Self.mostAsks) questions are under way"), countsForBreaker: false)
        }
    }

    private func begin(_ load: Load) {
        guard breaker.admits(at: Milliseconds(Clock.monotonic)) else {
            meters.count(.failed, nanoseconds: nil)
            places.leave(load.ask.user)
            return load.answered(endpoint.standard)
        }
        let ask = load.ask
        let signature = endpoint.signing.headers(
            id: ask.webhookID, timestamp: Milliseconds(Clock.wall).seconds.rawValue, body: ask.body)
        meters.begin()
        var load = load
        load.span = ask.trace?.begin()
        transfers.begin(
            TransferRequest(
                url: endpoint.url.url, origin: endpoint.url.origin,
                headers: ["Content-Type: application/json", "Expect:"] + signature + (load.span?.headers ?? []),
                body: ask.body, answerLimit: HookDecision.mostBytes + 1), with: load)
    }

    private func finish(_ load: Load, _ reply: TransferReply) {
        let decision: HookDecision
        do throws(HookFailure) {
            decision = try HookDecision(reply, power: load.ask.power, document: document)
        } catch {
            end(load, reply, HookResult.failed.rawValue, error.reason)
            return giveUp(load, error)
        }
        end(load, reply, decision.name, nil)
        let took = Clock.monotonicNanoseconds - load.began
        switch decision {
        case .allow: note(load.ask, .allow, took)
        case .refuse: note(load.ask, .refuse, took)
        // Its data has to be valid, too.
        case .replace: meters.observe(nanoseconds: took)
        }
        load.answered(decision)
    }

    private func giveUp(_ load: Load, _ failure: HookFailure, countsForBreaker: Bool = true) {
        note(load.ask, failure, Clock.monotonicNanoseconds - load.began, countsForBreaker: countsForBreaker)
        load.answered(endpoint.standard)
    }

    private func end(_ load: Load, _ reply: TransferReply, _ decision: String, _ failure: String?) {
        load.span?.end(
            "hook \(load.ask.operation)",
            [
                .text("martlet.hook", endpoint.url.origin), .number("http.response.status_code", reply.status),
                .text("martlet.decision", decision),
            ], failure: failure)
    }

    private func settle(_ ask: HookAsk, _ failure: HookFailure?) {
        if let failure { note(ask, failure, nil) } else { note(ask, .replace, nil) }
    }

    // MARK: - Health

    private func note(_ ask: HookAsk, _ result: HookResult, _ took: Int64?) {
        breaker.succeeded()
        show(isPaused: false)
        meters.count(result, nanoseconds: took)
        let milliseconds = took.map { Int($0 / 1_000_000) }
        if result == .allow {
            log.debug(
                "hook",
                [
                    "endpoint": endpoint.url.address, "operation": ask.operation, "decision": result.rawValue,
                    "milliseconds": milliseconds, "id": ask.webhookID,
                ])
        } else {
            log.info(
                "hook",
                [
                    "endpoint": endpoint.url.address, "operation": ask.operation, "decision": result.rawValue,
                    "milliseconds": milliseconds, "id": ask.webhookID,
                ])
        }
    }

    private func note(_ ask: HookAsk, _ failure: HookFailure, _ took: Int64?, countsForBreaker: Bool = true) {
        if countsForBreaker {
            breaker.failed(atMost: mostFailures, rest: restMilliseconds, at: Milliseconds(Clock.monotonic))
            if breaker.reopens != nil { show(isPaused: true) }
        }
        meters.count(.failed, nanoseconds: took)
        log.warning(
            "hook",
            [
                "endpoint": endpoint.url.address, "operation": ask.operation, "decision": HookResult.failed.rawValue,
                "milliseconds": took.map { Int($0 / 1_000_000) }, "id": ask.webhookID, "reason": failure.reason,
            ])
    }

    /// From the failures that open the breaker until the next decision.
    private func show(isPaused: Bool) {
        guard isPaused != self.isPaused else { return }
        self.isPaused = isPaused
        meters.setPaused(endpoint.url.address, isPaused)
    }
}

extension HookDecision {
    fileprivate var name: String {
        switch self {
        case .allow: HookResult.allow.rawValue
        case .refuse: HookResult.refuse.rawValue
        case .replace: HookResult.replace.rawValue
        }
    }
}

/// In a row; then the backend is left alone for a while.
private let mostFailures = 10
private let restMilliseconds: Milliseconds = 5_000
