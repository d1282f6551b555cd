import Domain
import Testing

@testable import Chat

struct ListPositionTests {
    private static let now: Milliseconds = 1_750_000_000_000
    private static let stamp = Stamp(milliseconds: now)

    @Test func `C-Q04: pinned ones first, the newest of each part first`() {
        let order = [(true, 3), (true, 1), (false, 4), (false, 2)].map { isPinned, age in
            ListPosition(isPinned: isPinned, stamp: Stamp(Self.stamp.rawValue + age))
        }
        #expect(order.shuffled().sorted() == order)
    }

    @Test(
        arguments: [true, false],
        [stamp, Stamp(stamp.rawValue - 1), 1_577_836_800_000_001, Stamp(stamp.rawValue + 60_000_999)])
    func `C-Q02: a cursor stands for its position`(isPinned: Bool, stamp: Stamp) {
        let position = ListPosition(isPinned: isPinned, stamp: stamp)
        #expect(ListPosition(cursor: position.cursor, now: Self.now) == position)
        #expect((1..<(1 << 53)).contains(position.cursor))
    }

    @Test(arguments: [
        0, 1, 2, -1, .min, .max, 1_577_836_800_000_000 << 1, (stamp.rawValue + 60_001_000) << 1, 1 << 53 - 1,
    ])
    func `C-Q02: what no list has given is no cursor`(cursor: Int64) {
        #expect(ListPosition(cursor: cursor, now: Self.now) == nil)
    }
}
