import Bytes
import EventLoop
import Framing
import Glibc
import Meters

/// The source of a response that has no end of its own, such as server-sent events. Called on its shard's queue.
package protocol ResponseStream: AnyObject {
    /// All that was sent has left: there is room for more.
    func drained(_ connection: Connection)
    /// The deadline set by `Shard.setServiceDeadline` has passed.
    func deadlinePassed(_ connection: Connection)
    /// The connection is over, or will be once it has what was sent. Told once, and last.
    func ended()
}

/// The responses of a shard that go on until their connections end.
///
/// Their bodies have neither a length nor chunks: such a connection serves nothing else afterwards, its end is no news to a client
/// that takes up an event stream again, and clients and proxies of HTTP/1.0 understand it, too.
package final class ResponseStreams {
    private unowned let shard: Shard
    /// By the slots of their connections.
    private var sources: [Int: any ResponseStream] = [:]

    init(_ shard: Shard) {
        self.shard = shard
    }

    /// Begins a response to a request that the service has postponed. Nil: its connection has gone.
    package func begin(_ id: ConnectionID, _ head: HTTPResponse, from source: any ResponseStream) -> Connection? {
        guard let connection = shard.connection(id), connection.stage == .answering else { return nil }
        connection.awaited = nil
        connection.stage = .streaming
        sources[connection.slot] = source
        shard.inputs.count(connection)
        shard.metrics.httpResponses[head.status.rawValue].add()
        // The kernel gives up a peer that acknowledges nothing, or takes nothing, for as long as a silent WebSocket has.
        var patience = UInt32(clamping: shard.options.heartbeatTimeout)
        setsockopt(
            connection.descriptor, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &patience,
            socklen_t(MemoryLayout<UInt32>.size))
        shard.queueHTTP(connection) { head.encodeHead(into: &$0) }
        shard.watch(connection)
        return connection
    }

    /// Queues the next bytes of the body. A client that leaves more than an outbox of them is given up.
    package func send(_ bytes: [UInt8], to connection: Connection) {
        shard.loop.requireQueue()
        guard connection.stage == .streaming else { return }
        shard.queueHTTP(connection) { buffer in bytes.withUnsafeBytes { buffer.append($0) } }
    }

    /// Queues shared bytes for all of them that are there.
    package func send(_ payload: Payload, to ids: [ConnectionID]) {
        shard.loop.requireQueue()
        for id in ids {
            guard let connection = shard.connection(id), connection.stage == .streaming else { continue }
            shard.turn.queue(payload, conflation: 0, for: connection.slot)
        }
    }

    /// Ends the response once all that was sent has left.
    package func end(_ connection: Connection) {
        shard.loop.requireQueue()
        if connection.stage == .streaming { shard.finish(connection) }
    }

    // MARK: - From the shard

    func drained(_ connection: Connection) { sources[connection.slot]?.drained(connection) }
    func deadlinePassed(_ connection: Connection) { sources[connection.slot]?.deadlinePassed(connection) }
    func forget(_ connection: Connection) { sources.removeValue(forKey: connection.slot)?.ended() }
}
