import Chat
import Domain
import TestSupport
import Testing

/// R, X(b), X(c): whatever happens, the state agrees with the simplest account of who has whom.
struct RelationsTests {
    struct Setting: CustomTestStringConvertible {
        let testDescription: String
        var options = ChatOptions()
        /// Not in the order that a dictionary would have them in.
        var users = ["ann", "Bob", "b~b", "b b", "cid", "dan"]

        /// The rates of the options.
        var additionsPerMinute: Int?
        var deletionsPerMinute: Int?

        /// Of an account that has changed it.
        var allowTypes: [AllowType] = [.anybody, .afterConfirmation, .afterConfirmation, .afterConfirmation, .nobody]

        init(_ testDescription: String, _ change: (inout Setting) -> Void = { _ in }) {
            self.testDescription = testDescription
            options.conversationDays = 1_000
            options.messageDays = 1_000
            options.streamDays = 1_000
            options.friendFields = ["Num": .number, "Note": .bytes]
            options.profileFields = ["Blood": .number]
            change(&self)
        }
    }

    static let settings = [
        Setting("as configured by default"),
        Setting("two users") { $0.users = ["ann", "Bob"] },
        Setting("small caps") { $0.options.limit(friends: 3, groups: 2, blocked: 2, requests: 2, former: 4) },
        Setting("caps of one") { $0.options.limit(friends: 1, groups: 1, blocked: 1, requests: 1, former: 1) },
        Setting("everybody wants to be asked") {
            $0.options.limit(friends: 2, groups: 3, blocked: 3, requests: 1)
            $0.allowTypes = [.afterConfirmation]
        },
        Setting("friends only write to each other") { $0.options.requiresFriend = true },
        Setting("few a minute") {
            $0.options.friendAdditions = RateLimit(perMinute: 3)
            $0.options.friendDeletions = RateLimit(perMinute: 2)
            $0.additionsPerMinute = 3
            $0.deletionsPerMinute = 2
        },
        Setting("hardly a cache") { $0.options.cacheBytes = 1_000 },
    ]

    @Test(arguments: settings)
    func `R-Q19, R-Q54, X-24, X-33: the state agrees with the simplest account of who has whom`(
        setting: Setting
    ) throws {
        for _ in 0..<(isLongRun ? 6 : 1) {
            let random = SeededRandom()
            var last: [String] = []
            do {
                let dice = RelationStepGenerator(random, users: setting.users, allowTypes: setting.allowTypes)
                let rates = RelationModel.Rates(
                    additions: setting.additionsPerMinute, deletions: setting.deletionsPerMinute)
                var modelTest = try RelationModelTest(setting.options, rates, users: setting.users, dice: dice)
                for _ in 0..<stepsPerWalk {
                    let pause = modelTest.dice.pause()
                    let step = modelTest.dice.next(modelTest.model)
                    last = last.suffix(29) + ["+\(pause) ms \(step)"]
                    try modelTest.step(step, after: pause)
                }
            } catch {
                Issue.record("\(random): \(error)\nafter\n\(last.joined(separator: "\n"))")
                return
            }
        }
    }
}

private let stepsPerWalk = isLongRun ? 2_000 : 500

extension ChatOptions {
    fileprivate mutating func limit(friends: Int, groups: Int, blocked: Int, requests: Int, former: Int = 1_000) {
        formerFriends = former
        friendsPerUser = friends
        friendGroupsPerUser = groups
        blockedPerUser = blocked
        requestsPerUser = requests
    }
}
