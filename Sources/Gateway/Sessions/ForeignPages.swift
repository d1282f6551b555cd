import Domain
import Framing
import Transport

/// Turns pages of foreign origins away. A page cannot see why its upgrade was refused, so it gets a WebSocket that is closed
/// at once, with a code of its own.
final class ForeignPages {
    private let link: ShardLink
    private let policy: OriginPolicy
    /// When the log last named each origin.
    private var logged: [Origin: Milliseconds] = [:]

    init(_ link: ShardLink) {
        self.link = link
        policy = link.context.configuration.origins.policy
    }

    /// Closes the connection if it comes from a page that may not connect. An upgrade with an `Origin` that is malformed has
    /// been refused already.
    func turnAway(_ connection: Connection, by request: HTTPRequest) {
        guard let text = request.headers.first(of: "origin"), let origin = Origin(text), let host = request.authority,
            !policy.allows(origin, host: host, secure: connection.isSecure)
        else { return }
        log(origin, text)
        link.shard.close(connection, code: .foreignOrigin, reason: "pages of this origin may not connect")
    }

    /// Once a minute for each origin, and not for ever more of them.
    private func log(_ origin: Origin, _ text: String) {
        if let last = logged[origin], link.now - last < Milliseconds(60_000) { return }
        if logged.count >= mostRemembered { logged.removeAll() }
        logged[origin] = link.now
        link.context.log.info("a page of a foreign origin was turned away", ["origin": String(text.prefix(200))])
    }
}

private let mostRemembered = 1000
