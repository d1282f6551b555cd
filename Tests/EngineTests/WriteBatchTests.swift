import Bytes
import Framing
import Glibc
import TestSupport
import Testing

@testable import Transport

struct WriteBatchTests {
    /// Two ends of a connection; what is written to `near` is read at `far`.
    private struct Pair {
        let near: Int32
        let far: Int32

        init() throws {
            var ends: [Int32] = [0, 0]
            // Not for the processes that other tests start meanwhile.
            let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            try #require(socketpair(AF_UNIX, type, 0, &ends) == 0)
            (near, far) = (ends[0], ends[1])
            try #require(fcntl(near, F_SETFL, O_NONBLOCK) == 0 && fcntl(far, F_SETFL, O_NONBLOCK) == 0)
        }

        /// All there is now.
        func read() -> [UInt8] {
            var all: [UInt8] = []
            var piece = [UInt8](repeating: 0, count: 4_096)
            while true {
                let count = Glibc.read(far, &piece, piece.count)
                if count <= 0 { return all }
                all += piece[..<count]
            }
        }

        /// How many bytes it took.
        func fill() -> Int {
            let piece = [UInt8](repeating: 0, count: 4_096)
            var all = 0
            while true {
                let count = write(near, piece, piece.count)
                if count <= 0 { return all }
                all += count
            }
        }

        func close() {
            Glibc.close(near)
            Glibc.close(far)
        }
    }

    private func pendingWrite(_ slot: Int, _ pair: Pair, _ bytes: UnsafeRawBufferPointer) -> PendingWrite {
        PendingWrite(slot, SendSlot(generation: 1, descriptor: pair.near), bytes)
    }

    /// Off, and wherever the kernel offers no ring, each is a `send` of its own.
    @Test(arguments: [true, false])
    func `every socket takes what it can, whatever becomes of the others`(usesRing: Bool) throws {
        let pairs = try (0..<100).map { _ in try Pair() }
        defer { for pair in pairs { pair.close() } }
        let large = [UInt8](repeating: 1, count: 4 << 20)
        let sealed: [UInt8] = [0, 1, 2, 3]
        #expect(pairs[3].fill() > 0)
        Glibc.shutdown(pairs[5].near, Int32(SHUT_RDWR))

        let writeBatch = WriteBatch(usesRing: usesRing)
        let contents = pairs.indices.map { [UInt8](repeating: UInt8($0), count: $0 + 1) }
        let taken = large.withUnsafeBytes { large in
            sealed.withUnsafeBytes { sealed in
                for (slot, pair) in pairs.enumerated() where slot != 4 && slot != 6 {
                    contents[slot].withUnsafeBytes { writeBatch.put(pendingWrite(slot, pair, $0)) }
                }
                writeBatch.put(pendingWrite(4, pairs[4], large))
                writeBatch.put(PendingWrite(6, SendSlot(generation: 1, descriptor: pairs[6].near), sealed: 1..<3))
                // Nothing to send: it is there for what comes afterwards.
                writeBatch.put(PendingWrite(0, .empty, sealed: 0..<0))
                return writeBatch.send(sealed: sealed)
            }
        }
        let sent = Dictionary(writeBatch.pendingWrites.map { ($0.slot, $0.sent) }) { first, _ in first }
        #expect(sent[3] == 0)
        #expect(sent[5] == -1)
        #expect(sent[6] == 2)
        let part = try #require(sent[4])
        #expect(part > 0 && part < large.count)
        #expect(pairs[6].read() == [1, 2])
        for slot in pairs.indices where ![3, 4, 5, 6].contains(slot) {
            #expect(sent[slot] == slot + 1)
            let received = pairs[slot].read()
            #expect(received == contents[slot])
        }
        #expect(taken == sent.values.filter { $0 > 0 }.reduce(0, +))
    }

    @Test func `what many have is copied once, and what has no room waits for the others to leave`() {
        var turn = Turn()
        for slot in 0..<3 {
            turn.assign(ConnectionID(shard: 0, slot: UInt32(slot), generation: 1), -1)
        }
        let (first, second) = (binaryPayload([1]), binaryPayload([UInt8](repeating: 2, count: 200 << 10)))
        for slot in 0..<2 { turn.queue(first, conflation: 0, for: slot) }
        for slot in [0, 1, 2, 2] { turn.queue(second, conflation: 0, for: slot) }

        let writeBatch = WriteBatch(usesRing: false)
        let one = writeBatch.bytes(of: turn.sendSlots[0].chain, in: turn)
        let other = writeBatch.bytes(of: turn.sendSlots[1].chain, in: turn)
        #expect(one?.baseAddress == other?.baseAddress)
        #expect(one.map { Array($0) } == Array(first.frame) + Array(second.frame))
        #expect(writeBatch.bytes(of: turn.sendSlots[2].chain, in: turn) == nil)
        writeBatch.clear()
        let alone = writeBatch.bytes(of: turn.sendSlots[2].chain, in: turn)
        #expect(alone.map { Array($0) } == Array(second.frame) + Array(second.frame))
    }
}
