import TestSupport
import Testing

/// Random histories, searched by the index and by looking at every message of every history.
struct SearchModelTests {
    @Test(arguments: 0..<(isLongRun ? 40 : 6))
    func `Q-01, Q-02, Q-03, Q-05, Q-06: a search finds what a scan of the histories finds, in the same order`(_: Int)
        throws
    {
        var random = SeededRandom()
        let name = "\(random)"
        let model = try SearchModel()
        do {
            for step in 0..<400 {
                try model.step(&random)
                if step % 20 == 19 { try model.compare(&random, "\(name), step \(step)") }
            }
        } catch {
            Issue.record("\(name): \(error)")
        }
    }

    @Test
    func `Q-09: of more than 5,000 messages that are not in the index, a search looks at the last ones and says so`()
        throws
    {
        let model = try SearchModel()
        #expect(try model.search(after: 4_980) == [true, true])
        #expect(try model.search(after: 40) == [false, false])
        try model.followAll()
        #expect(try model.search(after: 0) == [true, true])
    }
}
