import Bytes
import CLinux
import EventLoop
import Framing
import Glibc
import Meters

/// The source of a response that is sent in pieces: a large file, or server-sent events, which have no end of their own. Called on
/// its shard's queue.
package protocol ResponseStream: AnyObject {
    /// All that was sent has left: there is room for more.
    func drained(_ connection: Connection)
    /// The deadline set by `Shard.setServiceDeadline` has passed.
    func deadlinePassed(_ connection: Connection)
    /// The connection is over, or will be once it has what was sent. Told once, and last.
    func ended()
}

/// The responses of a shard that are sent in pieces. Behind one that says its length the connection serves other requests.
///
/// The bodies of others have neither a length nor chunks: such a connection serves nothing else afterwards, its end is no news to a client
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
        connection.stage = .streaming
        sources[connection.slot] = source
        shard.inputs.count(connection)
        shard.metrics.httpResponses[head.status.rawValue].add()
        // The kernel gives up a peer that acknowledges nothing, or takes nothing, for as long as a silent WebSocket has.
        var patience = UInt32(clamping: shard.options.heartbeatTimeout)
        setsockopt(
            connection.descriptor, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, &patience,
            socklen_t(MemoryLayout<UInt32>.size))
        if let bytes = head.laterBytes {
            precondition(bytes > 0, "a response without a body has no source")
            connection.bodyLeft = bytes
            // A connection that is being answered awaits that.
            let keepAlive = connection.awaited!.keepAlive
            shard.queueHTTP(connection) { head.encode(into: &$0, keepAlive: keepAlive) }
        } else {
            connection.awaited = nil
            shard.queueHTTP(connection) { head.encodeHead(into: &$0) }
        }
        shard.watch(connection)
        return connection
    }

    /// Queues the next bytes of the body. A client that leaves more than an outbox of them is given up.
    package func send(_ bytes: [UInt8], to connection: Connection) {
        shard.loop.requireQueue()
        guard connection.stage == .streaming else { return }
        shard.queueHTTP(connection) { buffer in bytes.withUnsafeBytes { buffer.append($0) } }
    }

    /// Queues the next bytes of a body with a length. Behind the last of them the connection goes on.
    package func send(_ payload: Payload, to connection: Connection) {
        shard.loop.requireQueue()
        guard connection.isSendingLength else { return }
        let count = payload.frame.count
        precondition(count <= connection.bodyLeft, "\(count) bytes are more than the \(connection.bodyLeft) announced")
        connection.bodyLeft -= count
        shard.turn.queue(payload, conflation: 0, for: connection.slot)
        guard connection.bodyLeft == 0 else { return }
        forget(connection)
        goOn(connection)
    }

    /// All of a response with a length has been queued.
    private func goOn(_ connection: Connection) {
        // Such a connection awaits the end of a response.
        var awaited = connection.awaited!
        connection.awaited = nil
        connection.stage = .http
        guard awaited.keepAlive else { return shard.finish(connection) }
        shard.awaitNext(connection)
        awaited.input.withUnsafeMutableBytes { if $0.count > 0 { shard.feed(connection, $0) } }
        shard.inputs.count(connection)
        if connection.stage != .ended { shard.watch(connection) }
    }

    /// Queues shared bytes for all of them that are there.
    package func send(_ payload: Payload, to ids: [ConnectionID]) {
        shard.loop.requireQueue()
        for id in ids {
            guard let connection = shard.connection(id), connection.stage == .streaming else { continue }
            shard.turn.queue(payload, conflation: 0, for: connection.slot)
        }
    }

    /// The bytes of the responses that the peer has not acknowledged.
    package func unsent(_ connection: Connection) -> Int {
        connection.backlogBytes + Int(martlet_unacknowledged(connection.descriptor))
    }

    /// Ends the response, whole or not, once all that was sent has left.
    package func end(_ connection: Connection) {
        shard.loop.requireQueue()
        if connection.stage == .streaming { shard.finish(connection) }
    }

    // MARK: - From the shard

    func drained(_ connection: Connection) { sources[connection.slot]?.drained(connection) }
    func deadlinePassed(_ connection: Connection) { sources[connection.slot]?.deadlinePassed(connection) }
    func forget(_ connection: Connection) { sources.removeValue(forKey: connection.slot)?.ended() }
}
