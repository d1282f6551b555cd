import Bytes
import Framing
import TestSupport
import Testing

@testable import Transport

struct TurnTests {
    private func id(_ slot: UInt32) -> ConnectionID { ConnectionID(shard: 0, slot: slot, generation: slot) }

    private func turn(_ slots: Int) -> Turn {
        var turn = Turn()
        for slot in 0..<slots {
            turn.assign(id(UInt32(slot)), -1)
            turn.sendSlots[slot].isStraight = true
        }
        return turn
    }

    private func pieces(of slot: Int, in turn: borrowing Turn) -> [[UInt8]] {
        turn.pieces(upTo: turn.sendSlots[slot].chain).map { Array(turn.bytes(of: $0)) }
    }

    private func copy(of slot: Int, in turn: borrowing Turn) -> [UInt8] {
        let chain = turn.sendSlots[slot].chain
        let target = UnsafeMutableRawBufferPointer.allocate(byteCount: turn.total(of: chain), alignment: 1)
        defer { target.deallocate() }
        turn.copy(chain, to: target)
        return Array(target)
    }

    private func queue(_ bytes: [UInt8], for slot: Int, in turn: inout Turn) {
        let start = turn.arena.count
        bytes.withUnsafeBytes { turn.arena.append($0) }
        turn.queueArena(from: start, for: slot)
    }

    @Test func `pieces that follow each other in the arena become one`() {
        var turn = turn(2)
        queue([1], for: 0, in: &turn)
        queue([2, 3], for: 0, in: &turn)
        queue([4], for: 1, in: &turn)
        queue([5], for: 0, in: &turn)
        #expect(pieces(of: 0, in: turn) == [[1, 2, 3], [5]])
        #expect(pieces(of: 1, in: turn) == [[4]])
        #expect(turn.total(of: turn.sendSlots[0].chain) == 4)
        #expect(turn.dirty == [0, 1])
    }

    @Test func `a payload for many is held once and let go of at the end`() {
        var turn = turn(100)
        weak var held: Payload?
        do {
            let payload = binaryPayload([9])
            held = payload
            for slot in 0..<100 { turn.queue(payload, conflation: 0, for: slot) }
            #expect(turn.payloads.count == 1)
        }
        #expect(held != nil)
        turn.reset()
        #expect(held == nil)
    }

    @Test func `payloads for many are one piece each, however many get them`() {
        var turn = turn(100)
        var others: [ConnectionID] = []
        queue([1], for: 7, in: &turn)
        for byte in UInt8(0)..<16 {
            let queued = turn.queue(binaryPayload([byte]), for: (0..<100).map(id), others: &others)
            #expect(queued == 100)
        }
        // Those of slot 7 stand behind a piece of its own.
        #expect(turn.pieces.count == 33)
        #expect(turn.sendSlots[0].chain == turn.sendSlots[99].chain)
        #expect(copy(of: 7, in: turn) == [1] + copy(of: 0, in: turn))
        #expect(others.isEmpty)
    }

    @Test func `who has gone, or is not sent messages as they are, is left to others`() {
        var turn = turn(3)
        var others: [ConnectionID] = []
        turn.sendSlots[1].isStraight = false
        let gone = ConnectionID(shard: 0, slot: 2, generation: 99)
        let unknown = ConnectionID(shard: 0, slot: 50, generation: 1)
        let queued = turn.queue(binaryPayload([1]), for: [id(0), id(1), gone, unknown], others: &others)
        #expect(queued == 1)
        #expect(others == [id(1), gone, unknown])
        #expect(turn.dirty == [0])
    }

    @Test func `random turns keep every connection's bytes in order`() {
        var random = SeededRandom()
        for _ in 0..<50 {
            var turn = turn(8)
            var payloads: [Payload] = []
            var expected = [[UInt8]](repeating: [], count: 8)
            for _ in 0..<200 {
                let index = Int.random(in: 0..<8, using: &random)
                let bytes = random.bytes(Int.random(in: 1...100, using: &random))
                if Bool.random(using: &random) {
                    queue(bytes, for: index, in: &turn)
                    expected[index] += bytes
                } else {
                    if payloads.isEmpty || Bool.random(using: &random) { payloads.append(binaryPayload(bytes)) }
                    let payload = payloads.randomElement(using: &random)!
                    turn.queue(payload, conflation: 0, for: index)
                    expected[index] += payload.frame
                }
            }
            for (slot, bytes) in expected.enumerated() {
                #expect(pieces(of: slot, in: turn).flatMap { $0 } == bytes, "\(random)")
                if !bytes.isEmpty { #expect(copy(of: slot, in: turn) == bytes, "\(random)") }
                #expect(turn.total(of: turn.sendSlots[slot].chain) == bytes.count, "\(random)")
            }
            turn.reset()
        }
    }
}
