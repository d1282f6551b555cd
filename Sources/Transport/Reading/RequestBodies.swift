import Bytes
import EventLoop
import Framing
import Meters

/// Takes the body of a request as it comes, in pieces. Called on its shard's queue.
package protocol BodyReceiver: AnyObject {
    /// The next bytes, which are good until the call returns.
    func take(_ bytes: UnsafeRawBufferPointer, on connection: Connection)
    /// All of it has come: `Shard.answer` will be given the response, always.
    func finish(on connection: Connection)
    /// The connection is over before that. Told once, and last.
    func ended()
}

/// The bodies of a shard's requests that go to their receivers as they come, and are never whole in memory.
package final class RequestBodies {
    private unowned let shard: Shard
    /// By the slots of their connections.
    private var bodies: [Int: Body] = [:]

    private struct Body {
        let receiver: any BodyReceiver
        let mayPause: Bool
        /// Nil: its length is known.
        var chunks: HTTPChunks?
    }

    init(_ shard: Shard) {
        self.shard = shard
    }

    /// The service takes a body that the shard has asked it about (`Service.receive`). `mayPause`: its sender has nothing to send
    /// for a while, and then a few bytes.
    package func begin(_ connection: Connection, to receiver: any BodyReceiver, mayPause: Bool = false) {
        shard.loop.requireQueue()
        precondition(connection.stage == .http, "a body begins on a connection that is \(connection.stage)")
        connection.stage = .receiving
        bodies[connection.slot] = Body(receiver: receiver, mayPause: mayPause)
    }

    /// Reads no more of it for now, or goes on. Bytes that were read already still come.
    package func hold(_ connection: Connection, _ isHeld: Bool) {
        shard.loop.requireQueue()
        guard connection.stage == .receiving, connection.isBodyHeld != isHeld else { return }
        connection.isBodyHeld = isHeld
        // Its peer's silence is not the peer's.
        if !isHeld { beginWindow(connection) }
        shard.watch(connection)
    }

    // MARK: - From the shard

    func announce(
        _ request: HTTPRequest, _ body: StreamedBody, _ expectsContinue: Bool, on connection: Connection,
        _ limits: HTTPLimits
    ) {
        shard.clients.readHeaders(of: request, on: connection)
        let bytes: Int? = if case .sized(let bytes) = body { bytes } else { nil }
        if let refusal = shard.service.receive(request, bytes: bytes, on: connection) {
            return shard.refuse(connection, refusal)
        }
        precondition(connection.stage == .receiving, "a body was neither taken nor refused")
        switch body {
        case .sized(let bytes): connection.bodyLeft = bytes
        case .chunked(let limit): bodies[connection.slot]?.chunks = HTTPChunks(bodyBytes: limit, limits)
        }
        let keepAlive = request.keepAlive && connection.role.keepsAlive
        connection.awaited = AwaitedResponse(keepAlive: keepAlive, omitsBody: false, bodyBytes: 0)
        beginWindow(connection)
        if expectsContinue { shard.queueHTTP(connection) { $0.append("HTTP/1.1 100 Continue\r\n\r\n") } }
    }

    func take(_ bytes: UnsafeRawBufferPointer, on connection: Connection) {
        // Only a connection whose body is expected is given bytes of it.
        let body = bodies[connection.slot]!
        var input = bytes
        if let chunks = body.chunks {
            do {
                try chunks.next(&input).withUnsafeBytes { hand($0, to: body.receiver, on: connection) }
            } catch {
                return shard.refuse(connection, error.response)
            }
            if !chunks.isWhole { return }
        } else {
            let count = min(bytes.count, connection.bodyLeft)
            connection.bodyLeft -= count
            input = UnsafeRawBufferPointer(rebasing: bytes[count...])
            hand(UnsafeRawBufferPointer(rebasing: bytes[..<count]), to: body.receiver, on: connection)
            if connection.bodyLeft > 0 { return }
        }
        // The receiver may have answered already.
        guard connection.stage == .receiving else { return }
        bodies[connection.slot] = nil
        connection.isBodyHeld = false
        connection.stage = .answering
        connection.stageDeadline = .max
        // It is at the end of a request whose response is awaited.
        connection.awaited!.input += input
        shard.watch(connection)
        body.receiver.finish(on: connection)
    }

    private func hand(_ bytes: UnsafeRawBufferPointer, to receiver: any BodyReceiver, on connection: Connection) {
        connection.bodyHeard += bytes.count
        if bytes.count > 0 { receiver.take(bytes, on: connection) }
    }

    /// A body that comes more slowly than that would be on its way for days.
    func passDeadline(_ connection: Connection) {
        let mayPause = bodies[connection.slot]?.mayPause ?? false
        let least = mayPause ? 1 : shard.options.bodyBytesPerSecond * Int(shard.options.bodyWindow) / 1_000
        if connection.isBodyHeld || connection.bodyHeard >= least { return beginWindow(connection) }
        shard.refuse(connection, HTTPResponse(.requestTimeout, text: "The body comes too slowly."))
    }

    func forget(_ connection: Connection) { bodies.removeValue(forKey: connection.slot)?.receiver.ended() }

    private func beginWindow(_ connection: Connection) {
        connection.bodyHeard = 0
        shard.setStageDeadline(connection, after: shard.options.bodyWindow)
    }
}
