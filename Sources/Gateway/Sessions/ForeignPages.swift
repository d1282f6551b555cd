import ClientProtocol
import Domain
import Framing
import Locking
import Settings
import Telemetry
import Transport

/// Turns pages of foreign origins away. A page cannot see why its upgrade was refused, so it gets a WebSocket that is closed
/// at once, with a code of its own.
final class ForeignPages: Sendable {
    private let policy: OriginPolicy
    private let log: Log
    /// When the log last named each origin.
    private let logged = Lock<[Origin: Milliseconds]>([:])

    init(_ configuration: Configuration, _ log: Log) {
        policy = configuration.origins.policy
        self.log = log
    }

    /// Closes the connection if it comes from a page that may not connect. An upgrade with an `Origin` that is malformed has
    /// been refused already.
    func turnAway(_ connection: Connection, by request: HTTPRequest, of link: ShardLink) {
        guard let text = request.headers.first(of: "origin"), let origin = Origin(text), let host = request.authority,
            !policy.allows(origin, host: host, secure: connection.isSecure)
        else { return }
        if isToBeLogged(origin, at: link.now) {
            log.info("a page of a foreign origin was turned away", ["origin": String(text.prefix(200))])
        }
        link.shard.close(connection, code: .foreignOrigin, reason: "pages of this origin may not connect")
    }

    /// Once a minute for each origin. Many of them cost no memory: then all are forgotten.
    private func isToBeLogged(_ origin: Origin, at now: Milliseconds) -> Bool {
        logged.withLock { logged in
            if let last = logged[origin], now - last < Milliseconds(60_000) { return false }
            if logged.count >= mostRemembered { logged.removeAll() }
            logged[origin] = now
            return true
        }
    }
}

private let mostRemembered = 1000
