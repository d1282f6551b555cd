import ClientProtocol
import Framing
import JSON
import ServerAPI
import Settings
import Transport

/// How a shard's clients are sent away when the gateway shuts down.
final class Drain {
    private let link: ShardLink

    init(_ link: ShardLink) {
        self.link = link
    }

    /// Tells every client that the end is near, and each another moment to come back.
    func announce() {
        let drain = link.context.configuration.drain
        link.shard.forEach { connection in
            let delay = drain.reconnectDelayMilliseconds + Int.random(in: 0...drain.reconnectJitterMilliseconds)
            link.send(to: connection) { $0.event(ServerDraining(reconnectAfter: delay)) }
        }
    }

    /// Closes that many connections; each gets what is queued for it first.
    func close(_ count: Int) {
        var left = count
        link.shard.forEach { connection in
            guard left > 0, connection.isOpen else { return }
            link.shard.close(connection, code: .draining, reason: "the gateway is shutting down")
            left -= 1
        }
    }
}
