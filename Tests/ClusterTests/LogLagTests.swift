import Testing

@testable import Cluster

struct LogLagTests {
    @Test func `a node is behind for as long as it lacks what it has heard of`() {
        var lag = LogLag()
        func note(_ applied: Int64, _ known: Int64, at now: Moment) -> Moment {
            lag.note(applied: Position(applied), known: Position(known), at: now)
            return lag.milliseconds(at: now)
        }
        #expect(note(5, 5, at: 100) == 0)
        #expect(note(5, 6, at: 200) == 0)
        #expect(note(5, 9, at: 700) == 500)
        // It has what it lacked then, and lacks what came since.
        #expect(note(6, 9, at: 800) == 0)
        #expect(note(8, 12, at: 900) == 100)
        #expect(note(9, 12, at: 950) == 0)
        #expect(note(12, 12, at: 990) == 0)
        #expect(note(12, 12, at: 5_000) == 0)
    }
}
