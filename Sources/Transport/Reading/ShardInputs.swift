import EventLoop
import Framing
import Meters

extension Connection {
    /// The memory of its unfinished and waiting input.
    private var inputBytes: Int {
        var bytes = http.allocated + frames.allocated + unread.capacity + keptBytes
        if let awaited { bytes += awaited.input.capacity + awaited.bodyBytes }
        if let proxyHeader { bytes += proxyHeader.bytes.capacity }
        return bytes
    }

    /// Against whom that counts: as the connection itself does (see `Admission`).
    private var inputPayer: HeldInput.Payer {
        if role == .admin { return .operator }
        if standing == .settled { return .settled }
        // A proxy's connection counts for nobody, but a body for the client who sends it.
        return (counted ?? (isBodyAnnounced || awaited != nil ? peer.network : nil)).map { .address($0) } ?? .unknown
    }

    fileprivate func inputNow() -> HeldInput {
        let bytes = inputBytes
        return bytes == 0 ? HeldInput() : HeldInput(bytes: bytes, payer: inputPayer)
    }
}

/// The input that a shard's connections hold. Called on the shard's queue.
package final class ShardInputs {
    private unowned let shard: Shard

    init(_ shard: Shard) {
        self.shard = shard
    }

    /// Nobody sends much who may not send it at all.
    func refusesBody(of request: HTTPRequest, on connection: Connection) -> Bool {
        shard.clients.readHeaders(of: request, on: connection)
        connection.isBodyAnnounced = true
        guard let response = shard.service.refusal(ofBodyBehind: request, on: connection) else { return false }
        shard.refuse(connection, response)
        return true
    }

    /// The service keeps so many bytes of the connection's messages, which it will take later.
    package func noteKept(_ bytes: Int, of connection: Connection) {
        shard.loop.requireQueue()
        guard connection.stage != .ended else { return }
        let isLess = bytes < connection.keptBytes
        connection.keptBytes = bytes
        // More comes while messages are read, and is counted after them.
        if isLess { _ = recount(connection) }
    }

    /// After whatever may have changed how much input a connection holds. One that takes more than there is for it, is ended.
    func count(_ connection: Connection) {
        guard connection.stage != .ended, let refusal = recount(connection) else { return }
        giveUp(connection, refusal)
    }

    /// The same where the connection cannot be ended, as its message is being read.
    func recount(_ connection: Connection) -> InputRefusal? {
        let held = connection.inputNow()
        if held == connection.heldInput { return nil }
        defer { connection.heldInput = held }
        return shard.inputBudget.exchange(connection.heldInput, for: held)
    }

    /// The connection is over.
    func release(of connection: Connection) {
        _ = shard.inputBudget.exchange(connection.heldInput, for: HeldInput())
        connection.heldInput = HeldInput()
    }

    private func giveUp(_ connection: Connection, _ refusal: InputRefusal) {
        switch connection.stage {
        case .http, .receiving:
            shard.metrics.inputRefused[refusal].add()
            shard.refuse(connection, refusal.response)
        case .open:
            shard.metrics.inputRefused[refusal].add()
            let reason = "too much that clients have sent is unfinished or waits"
            shard.fail(connection, code: shard.options.closeCodes.overloaded, reason: reason)
        // Only the peer's close frame was awaited.
        case .closing: shard.finish(connection)
        // The request is complete, and is being carried out.
        case .answering, .streaming, .lingering, .ended: break
        }
    }
}

extension InputRefusal {
    fileprivate var response: HTTPResponse {
        let later = HTTPHeader("Retry-After", "1")
        return switch self {
        case .address:
            HTTPResponse(
                .tooManyRequests, text: "Too much that this address has sent is unfinished or waits.", headers: [later])
        case .node:
            HTTPResponse(
                .serviceUnavailable, text: "Too much that clients have sent is unfinished or waits.", headers: [later])
        }
    }
}
