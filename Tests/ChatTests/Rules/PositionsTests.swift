import Domain
import Testing

@testable import Chat

struct PositionsTests {
    @Test(arguments: [
        (StreamPositions(), StreamPositions(), StreamPositions()),
        (StreamPositions(), StreamPositions(user: 0), StreamPositions(user: 0)),
        (StreamPositions(user: 3), StreamPositions(), StreamPositions(user: 3)),
        (StreamPositions(user: 3), StreamPositions(user: 2), StreamPositions(user: 3)),
        (StreamPositions(user: 3), StreamPositions(user: 4), StreamPositions(user: 4)),
        (
            StreamPositions(channels: ["a": 3]), StreamPositions(channels: ["a": 2, "b": 1]),
            StreamPositions(channels: ["a": 3, "b": 1])
        ),
        (StreamPositions(broadcasts: 3), StreamPositions(broadcasts: 2), StreamPositions(broadcasts: 3)),
        (
            StreamPositions(user: 1, conversations: ["c2c_a": 5, "c2c_b": 5]),
            StreamPositions(conversations: ["c2c_a": 4, "c2c_b": 6, "c2c_c": 0]),
            StreamPositions(user: 1, conversations: ["c2c_a": 5, "c2c_b": 6, "c2c_c": 0])
        ),
    ])
    func `X-07: positions advance and never go back`(
        one: StreamPositions, other: StreamPositions, both: StreamPositions
    ) {
        var positions = one
        positions.advance(to: other)
        #expect(positions == both)
    }

    @Test(arguments: [
        StreamPositions(), StreamPositions(user: 0), StreamPositions(user: .max, conversations: ["c2c_a": 1]),
        StreamPositions(user: 1, channels: ["team:a/b": 3, "x": 0]),
        StreamPositions(broadcasts: 7),
        StreamPositions(conversations: ["c2c_\"\\ ~": 9_007_199_254_740_991, "group_\u{E4}": 0, "group_\u{1F600}": 7]),
    ])
    func `positions are read as they were written`(positions: StreamPositions) {
        #expect(StreamPositions(text: positions.text) == positions)
    }
}
