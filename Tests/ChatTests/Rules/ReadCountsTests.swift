import Domain
import TestSupport
import Testing

struct ReadCountsTests {
    @Test func `D-02, D-04: the counts of all messages are those that each would have by itself`() {
        var random = SeededRandom()
        let seed = random.description
        for size in [0, 1, 2, 50] {
            var messages: [(seq: Seq, sentAt: Stamp)] = []
            for _ in 0..<size {
                let last = messages.last ?? (0, 0)
                let step = Int64.random(in: 1...3, using: &random)
                messages.append((last.seq + step, Stamp(last.sentAt.rawValue + 2)))
            }
            let members: [(readSeq: Seq, joinedAt: Stamp)] = (0..<40).map { _ in
                let numbers = (0..<2).map { _ in Int64.random(in: 0...Int64(2 * size + 2), using: &random) }
                return (Seq(numbers[0]), Stamp(numbers[1]))
            }
            var counts = ReadCounts(of: messages)
            for member in members { counts.add(readSeq: member.readSeq, joinedAt: member.joinedAt) }
            let found = counts.counts
            #expect(found.count == size, "\(seed)")
            for (message, count) in zip(messages, found) {
                let there = members.filter { $0.joinedAt <= message.sentAt }
                #expect(count.read == there.count { $0.readSeq >= message.seq }, "\(seed)")
                #expect(count.read + count.unread == there.count, "\(seed)")
            }
        }
    }
}
