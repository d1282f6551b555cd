import TestSupport
import Testing

/// X-M, X-52: whatever happens before and after, who is pushed to is as the simplest account of it has it.
struct PushModelTests {
    @Test func `X-52, M-54, M-55, T-54, T-Q19, T-Q22, T-Q24, T-Q27, X-61: pushes agree with the simplest account`()
        throws
    {
        var counts: [String: Int] = [:]
        for _ in 0..<(isLongRun ? 40 : 8) {
            let random = SeededRandom()
            var last: [String] = []
            do {
                let users = ["ann", "Bob", "cid", "dan", "eve"]
                var generator = PushStepGenerator(random, users: users)
                var modelTest = try PushModelTest(users: users, random)
                for _ in 0..<(isLongRun ? 2_000 : 600) {
                    let (user, step) = generator.next(modelTest.model)
                    let pause = generator.pause()
                    last = last.suffix(39) + ["+\(pause) ms \(user): \(step)"]
                    try modelTest.step(user, step, after: pause)
                }
                try modelTest.finish()
                counts.merge(modelTest.counts) { $0 + $1 }
            } catch {
                Issue.record("\(random): \(error)\nafter\n\(last.joined(separator: "\n"))")
                return
            }
        }
        // It is worth something only if a good deal of all of it has happened.
        let kinds = [
            "the badge of a push", "the devices of a push", "what is carried", "the story of a message to some alone",
        ]
        for what in kinds {
            #expect(counts[what, default: 0] > 10, "\(what): \(counts)")
        }
    }
}
