import ClientProtocol
import Framing
import JSON
import ServerAPI
import Settings
import Transport

extension ShardGateway {
    /// Tells every client that the end is near, and each another moment to come back.
    func announceDrain() {
        let drain = context.configuration.drain
        shard.forEach { connection in
            let delay = drain.reconnectDelayMilliseconds + Int.random(in: 0...drain.reconnectJitterMilliseconds)
            send(to: connection) { json in
                json.event(SessionOperations.draining) { $0.field("reconnectAfterMilliseconds", delay) }
            }
        }
    }

    /// Closes that many connections; each gets what is queued for it first.
    func closeForDrain(_ count: Int) {
        var left = count
        shard.forEach { connection in
            guard left > 0, connection.isOpen else { return }
            shard.close(connection, code: .draining, reason: "the gateway is shutting down")
            left -= 1
        }
    }
}
