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
    private var receivers: [Int: any BodyReceiver] = [:]

    init(_ shard: Shard) {
        self.shard = shard
    }

    /// The service takes a body that the shard has asked it about (`Service.receive`).
    package func begin(_ connection: Connection, to receiver: any BodyReceiver) {
        shard.loop.requireQueue()
        precondition(connection.stage == .http, "a body begins on a connection that is \(connection.stage)")
        connection.stage = .receiving
        receivers[connection.slot] = receiver
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

    /// Answers before all has come, and ends the connection: its rest would be taken for the next request.
    package func refuse(_ connection: Connection, _ response: HTTPResponse) {
        shard.loop.requireQueue()
        guard connection.stage == .receiving else { return shard.answer(connection.id, response) }
        shard.refuse(connection, response)
    }

    // MARK: - From the shard

    func announce(_ request: HTTPRequest, _ bytes: Int, _ expectsContinue: Bool, on connection: Connection) {
        shard.clients.readHeaders(of: request, on: connection)
        if let refusal = shard.service.receive(request, bytes: bytes, on: connection) {
            return shard.refuse(connection, refusal)
        }
        precondition(connection.stage == .receiving, "a body was neither taken nor refused")
        connection.bodyLeft = bytes
        let keepAlive = request.keepAlive && connection.role.keepsAlive
        connection.awaited = AwaitedResponse(keepAlive: keepAlive, omitsBody: false, bodyBytes: 0)
        beginWindow(connection)
        if expectsContinue { shard.queueHTTP(connection) { $0.append("HTTP/1.1 100 Continue\r\n\r\n") } }
    }

    func take(_ bytes: UnsafeRawBufferPointer, on connection: Connection) {
        // Only a connection whose body is expected is given bytes of it.
        let receiver = receivers[connection.slot]!
        let count = min(bytes.count, connection.bodyLeft)
        connection.bodyLeft -= count
        connection.bodyHeard += count
        if count > 0 { receiver.take(UnsafeRawBufferPointer(rebasing: bytes[..<count]), on: connection) }
        guard connection.stage == .receiving, connection.bodyLeft == 0 else { return }
        receivers[connection.slot] = nil
        connection.isBodyHeld = false
        connection.stage = .answering
        connection.stageDeadline = .max
        // It is at the end of a request whose response is awaited.
        connection.awaited!.input += bytes[count...]
        shard.watch(connection)
        receiver.finish(on: connection)
    }

    /// A body that comes more slowly than that would be on its way for days.
    func passDeadline(_ connection: Connection) {
        let least = shard.options.bodyBytesPerSecond * Int(shard.options.bodyWindow) / 1_000
        if connection.isBodyHeld || connection.bodyHeard >= least { return beginWindow(connection) }
        refuse(connection, HTTPResponse(.requestTimeout, text: "The body comes too slowly."))
    }

    func forget(_ connection: Connection) { receivers.removeValue(forKey: connection.slot)?.ended() }

    private func beginWindow(_ connection: Connection) {
        connection.bodyHeard = 0
        shard.setStageDeadline(connection, after: shard.options.bodyWindow)
    }
}
