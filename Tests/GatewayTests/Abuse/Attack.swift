import Client
import Locking
import TestSupport

/// The gateway, the users and the counters that an attacker's thread works with.
///
/// `@unchecked Sendable`: nobody restarts the gateway during an attack, and all else of it that an attacker uses never changes.
final class Attack: @unchecked Sendable {
    /// One round; it runs again and again until the attack is over. A round that the gateway ends, by closing its connection
    /// for instance, is over.
    typealias Round = @Sendable (Attack) throws -> Void

    let gateway: GatewayProcess
    private let state = Lock(State())

    private struct State {
        var isOver = false
        var blows = 0
        var failure: (any Error)?
    }

    init(on gateway: GatewayProcess) {
        self.gateway = gateway
    }

    /// Long rounds look at it and return.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// How many hostile requests the attackers say they have sent: a test shows by it that there was an attack.
    var blows: Int { state.withLock { $0.blows } }

    func strike(_ count: Int = 1) { state.withLock { $0.blows += count } }

    /// Asks and counts it; a refusal is as good as a reply.
    @discardableResult
    func strike(_ session: ClientSession, _ operation: String, _ data: String? = nil) throws -> Reply {
        let reply = try session.request(operation, data)
        strike()
        return reply
    }

    /// Sends that many requests before it reads the replies; then what else came is dropped.
    func volley(_ session: ClientSession, _ requests: [(operation: String, data: String)]) throws {
        let ids = try requests.map { try session.send($0.operation, $0.data) }
        for id in ids { _ = try session.reply(to: id) }
        _ = session.takeEvents()
        strike(ids.count)
    }

    /// Runs each round on a thread of its own while the body runs. Returns when all threads have ended.
    func run<Result>(_ rounds: [Round], during body: () throws -> Result) throws -> Result {
        let threads = rounds.map { round in
            Thread.start(name: "attacker") { [self] in repeatUntilOver(round) }
        }
        let result = Swift.Result { try body() }
        state.withLock { $0.isOver = true }
        for thread in threads { thread.join() }
        if let failure = state.withLock({ $0.failure }) { throw failure }
        return try result.get()
    }

    private func repeatUntilOver(_ round: Round) {
        while !isOver {
            do {
                try round(self)
            } catch is ClientError {
                pause(.milliseconds(1))
            } catch is ServerError {
                // Refused, perhaps as too frequent.
                pause(.milliseconds(1))
            } catch {
                return state.withLock { $0.failure = $0.failure ?? error }
            }
        }
    }
}
