import Bytes
import Framing

/// Bytes of a turn beyond which it is flushed at once, to bound the arena.
private let arenaLimit = 1 << 20

extension Shard {
    /// Queues a shared message; it leaves with everything else of this turn in one write.
    ///
    /// With a `conflation` key other than 0 a newer message of the same key takes its place if the client is slow.
    package func send(_ payload: Payload, to connection: Connection, conflation: UInt64 = 0) {
        guard connection.stage == .open else { return }
        meters.messagesOut.add()
        guard let deflate = connection.deflate, payload.body.count >= options.deflate.threshold else {
            return turn.queue(payload.frame, of: payload, conflation: conflation, for: connection)
        }
        if let own = deflate.deflater {
            // With context takeover the bytes depend on what this client has had before: nothing can be shared, and
            // nothing may be replaced later.
            queueFrame(connection) { own.appendFrame(payload.isText ? .text : .binary, payload.body, to: &$0) }
        } else {
            let frame = payload.deflated(for: deflate.parameters, using: codec.deflater(for: deflate.parameters))
            turn.queue(frame, of: payload, conflation: conflation, for: connection)
        }
    }

    /// Queues one message for this connection alone.
    package func send(_ opcode: Opcode, _ body: UnsafeRawBufferPointer, to connection: Connection) {
        guard connection.stage == .open else { return }
        meters.messagesOut.add()
        queueFrame(connection) { arena in
            guard let deflate = connection.deflate, body.count >= options.deflate.threshold else {
                return FrameWriter.appendFrame(opcode, body, to: &arena)
            }
            let deflater = deflate.deflater ?? codec.deflater(for: deflate.parameters)
            deflater.appendFrame(opcode, body, to: &arena)
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
        turn.queueArena(from: start, for: connection)
        if turn.arena.count > arenaLimit { flushTurn() }
    }
}
