import Chat
import TestSupport
import Testing

/// X-M, C, X(e): whatever happens, the state agrees with the simplest account of it.
struct NumbersTests {
    struct Setting: CustomTestStringConvertible {
        let testDescription: String
        var options = ChatOptions()
        var users = ["ann", "bob", "cid", "dan", "eve", "fay"]

        init(_ testDescription: String, _ change: (inout Setting) -> Void = { _ in }) {
            self.testDescription = testDescription
            options.resumeBytes = .max
            change(&self)
        }
    }

    static let settings = [
        Setting("as configured by default"),
        Setting("two users") { $0.users = ["ann", "bob"] },
        Setting("recalls at any time, and changes that are soon forgotten") {
            $0.users = ["ann", "bob", "cid"]
            $0.options.recallSeconds = -1
            $0.options.changeDays = 2
        },
        Setting("short lists") { $0.options.conversationsPerUser = 3 },
        Setting("a list of two, often both pinned") { $0.options.conversationsPerUser = 2 },
        Setting("a list of one") { $0.options.conversationsPerUser = 1 },
        Setting("messages go before conversations") {
            $0.options.conversationsPerUser = 4
            $0.options.messageDays = 2
            $0.options.streamDays = 4
        },
        Setting("little to resume with") {
            $0.options.resumeMessages = 4
            $0.options.resumeEvents = 5
            $0.options.eventsPerUser = 12
            $0.options.devicesPerUser = 2
            $0.options.conversationsPerUser = 5
        },
        Setting("hardly a cache") {
            $0.options.cacheBytes = 1_000
            $0.options.conversationsPerUser = 4
        },
    ]

    @Test(arguments: settings)
    func `C-Q17, C-Q24, C-Q25: the state agrees with the simplest account of what happened`(setting: Setting) throws {
        for _ in 0..<(isLongRun ? 25 : 1) {
            let random = SeededRandom()
            var last: [String] = []
            do {
                var modelTest = try ChatModelTest(setting.options, users: setting.users)
                var generator = ChatStepGenerator(random, users: setting.users)
                for _ in 0..<stepsPerWalk {
                    let pause = generator.pause(in: modelTest.model)
                    let operation = generator.next(modelTest.model)
                    last = last.suffix(29) + ["+\(pause) ms \(operation)"]
                    try modelTest.step(operation, after: pause)
                }
            } catch {
                Issue.record("\(random): \(error)\nafter\n\(last.joined(separator: "\n"))")
                return
            }
        }
    }
}

private let stepsPerWalk = isLongRun ? 2_000 : 600
