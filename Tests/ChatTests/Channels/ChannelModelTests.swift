import Domain
import TestSupport
import Testing

@testable import Chat

/// Whatever happens to channels, the state agrees with the simplest account of it.
struct ChannelModelTests {
    @Test(arguments: 0..<(isLongRun ? 20 : 3))
    func `F-08, F-09, F-12, F-13, F-16: the state agrees with the simplest account of channels`(_: Int) throws {
        var random = SeededRandom()
        let name = "\(random)"
        var options = ChatOptions()
        options.channelsPerUser = 2
        options.messagesPerChannel = 30
        options.messagesPerChannelPerSecond = 10_000
        options.channelDays = 1
        options.retryHours = 2
        options.resumeMessages = 5
        var last: [String] = []
        do {
            var test = try ChannelModelTest(options)
            for _ in 0..<(isLongRun ? 1_000 : 250) {
                let step = ChannelStep.random(&random)
                // Mostly a moment, at times hours.
                let pause: Milliseconds = Int.random(in: 0..<12, using: &random) == 0 ? .hours(3) : 1_000
                last = last.suffix(39) + ["\(step)"]
                try test.step(step, after: pause, &random)
            }
        } catch {
            Issue.record("\(name): \(error)\nafter\n\(last.joined(separator: "\n"))")
        }
    }

    @Test(
        arguments: [
            ("a", ["a"], true), ("a", ["*"], true), ("a/b", ["a/*"], true), ("a/b", ["x", "a/b*"], true),
            ("a", [], false), ("a", ["A"], false), ("a", ["a/*"], false), ("a/b", ["a"], false), ("a*", ["a"], nil),
            ("", ["*"], nil), ("a b", ["*"], nil), ("ä", ["*"], nil),
        ] as [(String, [String], Bool?)])
    func `F-03: a claim names ids, and beginnings of ids`(id: String, patterns: [String], isNamed: Bool?) {
        #expect(ChannelID(id).map(ChannelClaim(patterns).names) == isNamed)
    }
}
