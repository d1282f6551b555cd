import ClientProtocol
import Framing
import JSON
import ServerAPI
import Settings
import Transport

/// How a shard's clients are sent away when the gateway shuts down.
final class Drain {
    private let link: ShardLink

    private let followers: FollowerStreams

    init(_ link: ShardLink, _ followers: FollowerStreams) {
        self.link = link
        self.followers = followers
    }

    /// Tells every client that the end is near, and each another moment to come back.
    func announce() {
        let drain = link.context.configuration.drain
        link.shard.forEach { connection in
            link.send(to: connection) { $0.event(ServerDraining(reconnectAfter: drain.wait)) }
        }
    }

    /// Closes that many connections; each gets what is queued for it first.
    func close(_ count: Int, reason: String) {
        var left = count
        link.shard.forEach { connection in
            guard left > 0, connection.isOpen else { return }
            link.shard.close(connection, code: .draining, reason: reason)
            left -= 1
        }
        followers.end(left)
    }
}

extension Configuration.Drain {
    /// Another moment for each client to come back, in milliseconds.
    var wait: Int { reconnectDelayMilliseconds + Int.random(in: 0...reconnectJitterMilliseconds) }
}
