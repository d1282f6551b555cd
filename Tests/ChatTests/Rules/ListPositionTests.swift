import Testing

@testable import Chat

struct ListPositionTests {
    private static let now: Int64 = 1_750_000_000_000
    private static let stamp = now * 1_000

    @Test func `C-Q04: pinned ones first, the newest of each part first`() {
        let order = [(true, 3), (true, 1), (false, 4), (false, 2)].map { isPinned, age in
            ListPosition(isPinned: isPinned, stamp: Self.stamp + age)
        }
        #expect(order.shuffled().sorted() == order)
    }

    @Test(arguments: [true, false], [stamp, stamp - 1, 1_577_836_800_000_001, stamp + 60_000_999])
    func `C-Q02: a cursor stands for its position`(isPinned: Bool, stamp: Int64) {
        let position = ListPosition(isPinned: isPinned, stamp: stamp)
        #expect(ListPosition(cursor: position.cursor, now: Self.now) == position)
        #expect((1..<(1 << 53)).contains(position.cursor))
    }

    @Test(arguments: [0, 1, 2, -1, .min, .max, 1_577_836_800_000_000 << 1, (stamp + 60_001_000) << 1, 1 << 53 - 1])
    func `C-Q02: what no list has given is no cursor`(cursor: Int64) {
        #expect(ListPosition(cursor: cursor, now: Self.now) == nil)
    }
}
