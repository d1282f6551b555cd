import Bytes
import EventLoop
import Framing
import Meters

extension Shard {
    /// Queues a shared message; it leaves with everything else of this turn in one write.
    ///
    /// With a `conflation` key other than 0 a newer message of the same key takes its place if the client is slow.
    public func send(_ payload: Payload, to connection: Connection, conflation: UInt64 = 0) {
        loop.requireQueue()
        guard connection.stage == .open else { return }
        metrics.messagesSent.add()
        guard let deflater = connection.deflater else {
            return turn.queue(payload, conflation: conflation, for: connection.slot)
        }
        if deflater.keepsContext {
            // The bytes depend on what this client has had before: nothing can be shared, and nothing be replaced later.
            queueFrame(connection) { deflater.appendMessage(payload.opcode, payload.body, to: &$0) }
        } else {
            turn.queue(payload.deflated(by: deflater), conflation: conflation, for: connection.slot)
        }
    }

    /// Queues a shared message for all of them that are there.
    public func send(_ payload: Payload, to ids: [ConnectionID]) {
        loop.requireQueue()
        var others: [ConnectionID] = []
        metrics.messagesSent.add(turn.queue(payload, for: ids, others: &others))
        for id in others {
            if let connection = connection(id) { send(payload, to: connection) }
        }
    }

    /// Queues one message for this connection alone.
    public func send(_ opcode: Opcode, _ body: UnsafeRawBufferPointer, to connection: Connection) {
        loop.requireQueue()
        guard connection.stage == .open else { return }
        metrics.messagesSent.add()
        if let deflater = connection.deflater {
            queueFrame(connection) { deflater.appendMessage(opcode, body, to: &$0) }
        } else {
            queueFrame(connection) { FrameWriter.append(opcode, body, to: &$0) }
        }
    }

    /// Appends whole frames to what the connection is sent this turn.
    func queueFrame(_ connection: Connection, _ write: (inout ByteBuffer) -> Void) {
        guard connection.stage == .open || connection.stage == .closing else { return }
        queueHTTP(connection, write)
    }

    func queueHTTP(_ connection: Connection, _ write: (inout ByteBuffer) -> Void) {
        let start = turn.arena.count
        write(&turn.arena)
        turn.queueArena(from: start, for: connection.slot)
    }
}
