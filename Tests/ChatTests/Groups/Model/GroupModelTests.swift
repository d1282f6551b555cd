import Chat
import Domain
import Glibc
import TestSupport
import Testing

/// X(d), X(e), X-M: whatever happens in groups, the state agrees with the simplest account of it.
struct GroupModelTests {
    struct Setting: CustomTestStringConvertible {
        let testDescription: String
        var options = ChatOptions()
        /// Not in the order that a dictionary would have them in.
        var users = ["ann", "Bob", "cid", "dan", "eve"]
        /// The caches are too small for the state to remember whom they have told what.
        var forgets: Bool { options.cacheBytes < 1 << 20 }

        init(_ testDescription: String, _ change: (inout ChatOptions) -> Void = { _ in }) {
            self.testDescription = testDescription
            change(&options)
        }
    }

    static let settings = [
        Setting("as configured by default"),
        Setting("small lists") { $0.conversationsPerUser = 2 },
        Setting("short periods") { options in
            options.conversationDays = 1
            options.messageDays = 2
            options.streamDays = 1
        },
        Setting("few teams, and leaders name all") { options in
            options.groupsPerUser = 2
            options.leadersNameAll = true
        },
        Setting("resumes that carry little") { options in
            options.resumeMessages = 12
            options.resumeEvents = 4
            options.devicesPerUser = 2
        },
        Setting("hardly a cache") { options in
            options.cacheBytes = 1_000
            options.conversationsPerUser = 3
        },
    ]

    @Test(arguments: settings)
    func `X-44, X-45, X-57, X-58, T-Q07, G-Q28, C-Q12: the state agrees with the simplest account of groups`(
        setting: Setting
    ) throws {
        for _ in 0..<walks {
            let random = SeededRandom()
            var last: [String] = []
            do {
                var generator = GroupStepGenerator(random, users: setting.users)
                var modelTest = try GroupModelTest(setting.options, users: setting.users, forgets: setting.forgets)
                for _ in 0..<turnsPerWalk {
                    let turn = generator.next(modelTest.model)
                    last = last.suffix(39) + ["\(turn)"]
                    try modelTest.step(turn)
                }
            } catch {
                Issue.record("\(random): \(error)\nafter\n\(last.joined(separator: "\n"))")
                return
            }
        }
    }
}

private let turnsPerWalk = isLongRun ? 2_000 : 400
/// `MARTLET_WALKS`: how often each setting is walked, from other seeds.
private let walks = getenv("MARTLET_WALKS").flatMap { Int(String(cString: $0)) } ?? (isLongRun ? 6 : 1)
