import Domain
import Storage
import Testing

@testable import Chat

/// The work that a request leaves, done in pieces.
struct JobTests {
    /// Ann is a friend of that many.
    private struct Bench {
        let harness: ChatStateHarness
        let ann: AccountNumber

        init(friends: Int) throws {
            harness = try ChatStateHarness()
            _ = try harness.chat.accountAdministration.create(UserID("ann")!)
            ann = try harness.number(of: "ann")
            let requestDraft = FriendRequestDraft(remark: "", wording: "", source: "", group: "", isMutual: true)
            for number in 0..<friends {
                _ = try harness.chat.accountAdministration.create(UserID("f\(number)")!)
                _ = try harness.chat.friends.addFriend("f\(number)", requestDraft, of: ann)
            }
            _ = try harness.takeEffects()
            while try harness.chat.jobs.carryOn() != nil {}
        }

        func rename(_ name: String) throws {
            var change = ProfileChange()
            change.nickname = name
            try harness.chat.profiles.modifyProfile(change, of: ann)
        }

        /// How often who was told of the profile since it was last asked.
        func told() throws -> [String: Int] {
            var told: [String: Int] = [:]
            for effect in try harness.takeEffects() where effect.content is ProfileChanged {
                told[effect.recipient.text, default: 0] += 1
            }
            return told
        }

        func steps(of body: () throws -> Void) throws -> Int {
            let before = harness.chat.work.store.steps
            try body()
            return harness.chat.work.store.steps - before
        }
    }

    @Test func `R-141: a few friends are told at once`() throws {
        let bench = try Bench(friends: 150)
        try bench.rename("one")
        #expect(try bench.told().count == 151)
        #expect(try bench.harness.chat.jobs.carryOn() == nil)
    }

    @Test func `R-141: many friends are told in pieces, each once, and no piece costs with their number`() throws {
        var costs: [Int] = []
        for friends in [500, 1_000] {
            let bench = try Bench(friends: friends)
            try bench.rename("one")
            var most = 0
            var told = try bench.told()
            #expect(told.count == 201)
            while true {
                var user: UserID?
                most = max(most, try bench.steps { user = try bench.harness.chat.jobs.carryOn() })
                guard user != nil else { break }
                told.merge(try bench.told(), uniquingKeysWith: +)
            }
            #expect(told.count == friends + 1 && told.values.allSatisfy { $0 == 1 })
            costs.append(most)
        }
        #expect(Double(costs[1]) < Double(costs[0]) * 1.2, "\(costs)")
    }

    @Test func `R-141: a crash or a rollback takes nothing of it away`() throws {
        let bench = try Bench(friends: 500)
        try bench.rename("one")
        var told = try bench.told()
        try bench.harness.commit()
        _ = try bench.harness.chat.jobs.carryOn()
        try bench.harness.rollBack()
        try bench.harness.restart()
        while try bench.harness.chat.jobs.carryOn() != nil { told.merge(try bench.told(), uniquingKeysWith: +) }
        #expect(told.count == 501 && told.values.allSatisfy { $0 == 1 })
    }

    @Test func `R-141: who was told before the last change is told once more, however many changes there were`() throws
    {
        let bench = try Bench(friends: 500)
        var told: [String: Int] = [:]
        for name in ["one", "two", "three"] {
            try bench.rename(name)
            told.merge(try bench.told(), uniquingKeysWith: +)
        }
        while try bench.harness.chat.jobs.carryOn() != nil { told.merge(try bench.told(), uniquingKeysWith: +) }
        #expect(told.removeValue(forKey: "ann") == 3)
        #expect(told.count == 500 && told.values.allSatisfy { $0 == 2 })
    }

    @Test func `a message costs less than a request may`() throws {
        let bench = try Bench(friends: 1)
        _ = try bench.harness.chat.messages.send(Draft(to: "f0", "m1"), from: bench.ann)
        let steps = try bench.steps { _ = try bench.harness.chat.messages.send(Draft(to: "f0", "m2"), from: bench.ann) }
        #expect(steps < 2_000)
    }
}
