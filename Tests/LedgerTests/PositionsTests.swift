import Testing

@testable import Ledger

struct PositionsTests {
    @Test(arguments: [
        (Positions(), Positions(), Positions()),
        (Positions(), Positions(user: 0), Positions(user: 0)),
        (Positions(user: 3), Positions(), Positions(user: 3)),
        (Positions(user: 3), Positions(user: 2), Positions(user: 3)),
        (Positions(user: 3), Positions(user: 4), Positions(user: 4)),
        (
            Positions(user: 1, conversations: ["c2c_a": 5, "c2c_b": 5]),
            Positions(conversations: ["c2c_a": 4, "c2c_b": 6, "c2c_c": 0]),
            Positions(user: 1, conversations: ["c2c_a": 5, "c2c_b": 6, "c2c_c": 0])
        ),
    ])
    func `X-07: positions advance and never go back`(one: Positions, other: Positions, both: Positions) {
        var positions = one
        positions.advance(to: other)
        #expect(positions == both)
    }

    @Test(arguments: [
        Positions(), Positions(user: 0), Positions(user: .max, conversations: ["c2c_a": 1]),
        Positions(conversations: ["c2c_\"\\ ~": 9_007_199_254_740_991, "group_\u{E4}": 0, "group_\u{1F600}": 7]),
    ])
    func `positions are read as they were written`(positions: Positions) {
        #expect(Positions(text: positions.text) == positions)
    }
}
