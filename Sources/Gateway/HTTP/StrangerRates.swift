import ClientProtocol
import Domain
import Framing
import Settings
import Transport

/// The requests over HTTP of senders whom nobody knows: for pages, a browser's questions, and what comes without a good token or
/// key. Each address has a rate of them at each shard.
final class StrangerRates {
    private let link: ShardLink
    private var requests: SourceLimit<SocketAddress.Network>

    init(_ link: ShardLink) {
        self.link = link
        let settings = link.context.configuration.requests
        requests = SourceLimit(RateLimit(perSecond: settings.perSecondPerAddress, burst: settings.burstPerAddress))
    }

    /// Counts one. False: it is to be refused, and its connection ends, so that what was sent ahead is thrown away. Operators
    /// have no such rate.
    func admits(_ connection: Connection) -> Bool {
        guard connection.role == .clients, !requests.allows(connection.peer.network, now: link.now) else { return true }
        link.shard.throttle.endWithResponse(connection)
        return false
    }

    static let refusal = HTTPFailure(
        Refusal(.rateLimited, "too many requests of this address without a good token or key"))

    /// Instead of a page.
    static let page = HTTPResponse(
        .tooManyRequests, text: "Too many requests of this address.", headers: [HTTPHeader("Retry-After", "1")])
}
