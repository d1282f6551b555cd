import Bytes
import Framing
import TestSupport
import Testing

@testable import Transport

struct TurnTests {
    private func connection(_ slot: UInt32) -> Connection {
        let connection = Connection(
            id: ConnectionID(shard: 0, slot: slot, generation: 1), descriptor: -1,
            peer: SocketAddress("127.0.0.1", port: 1)!, now: 0, deadline: 0)
        // Nothing in these tests ends them otherwise.
        connection.stage = .ended
        return connection
    }

    private func pieces(of connection: Connection, in turn: borrowing Turn) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var index = connection.firstPiece
        while index != Turn.none {
            pieces.append(Array(turn.bytes(of: turn.pieces[Int(index)])))
            index = turn.pieces[Int(index)].next
        }
        return pieces
    }

    private func queue(_ bytes: [UInt8], for connection: Connection, in turn: inout Turn) {
        let start = turn.arena.count
        bytes.withUnsafeBytes { turn.arena.append($0) }
        turn.queueArena(from: start, for: connection)
    }

    @Test func `pieces that follow each other in the arena become one`() {
        var turn = Turn()
        let (one, other) = (connection(1), connection(2))
        queue([1], for: one, in: &turn)
        queue([2, 3], for: one, in: &turn)
        queue([4], for: other, in: &turn)
        queue([5], for: one, in: &turn)
        #expect(pieces(of: one, in: turn) == [[1, 2, 3], [5]])
        #expect(pieces(of: other, in: turn) == [[4]])
        #expect(one.queuedBytes == 4)
        #expect(turn.dirty.map(\.id) == [one.id, other.id])
    }

    @Test func `a payload for many is held once and let go of at the end`() {
        var turn = Turn()
        weak var held: Payload?
        do {
            let payload = binaryPayload([9])
            held = payload
            for slot in 1...100 { turn.queue(payload, conflation: 0, for: connection(UInt32(slot))) }
            #expect(turn.payloads.count == 1)
        }
        #expect(held != nil)
        turn.reset()
        #expect(held == nil)
    }

    @Test func `random turns keep every connection's bytes in order`() {
        var random = SeededRandom()
        var turn = Turn()
        for _ in 0..<50 {
            let connections = (1...8).map { connection(UInt32($0)) }
            var expected = [[UInt8]](repeating: [], count: 8)
            for _ in 0..<200 {
                let index = Int.random(in: 0..<8, using: &random)
                let bytes = random.bytes(Int.random(in: 1...100, using: &random))
                if Bool.random(using: &random) {
                    queue(bytes, for: connections[index], in: &turn)
                    expected[index] += bytes
                } else {
                    let payload = binaryPayload(bytes)
                    turn.queue(payload, conflation: 0, for: connections[index])
                    expected[index] += payload.frame
                }
            }
            for (connection, bytes) in zip(connections, expected) {
                #expect(pieces(of: connection, in: turn).flatMap { $0 } == bytes, "\(random)")
                #expect(connection.queuedBytes == bytes.count, "\(random)")
            }
            _ = turn.takeDirty()
            turn.reset()
        }
    }
}
