import ClientProtocol
import Domain
import JSON
import Storage
import TestSupport
import Testing

@testable import Chat

/// Calls in the store: who wins, and what the clock does.
struct CallTests {
    private let harness: ChatStateHarness

    init() throws {
        harness = try ChatStateHarness(replicas: 1)
        for user in ["ann", "bob", "cid"] { _ = try harness.chat.accountAdministration.create(UserID(user)!) }
    }

    private var chat: ChatState { harness.chat }

    @discardableResult
    private func invite(_ user: String = "bob", by inviter: String = "ann", seconds: Int = 45) throws -> CallView {
        try chat.calls.invite(
            CallInvitation(
                to: .c2c(UserID(user)!), users: nil, kind: "audio", data: #"{"room":"r"}"#, seconds: seconds,
                device: "phone"),
            by: harness.number(of: inviter))
    }

    /// Of calls, and of users in those that go on.
    private func rows() throws -> [Int64] {
        var rows: [Int64] = []
        try chat.work.store.query("SELECT (SELECT count(*) FROM call), (SELECT count(*) FROM call_user)") { row in
            rows = [row.integer(0), row.integer(1)]
        }
        return rows
    }

    /// The last events of calls that the user's devices were told, as JSON.
    private func told(_ user: String, in effects: [ChatEffect]) -> [String] {
        effects.compactMap { effect in
            guard case .event(let event) = effect, case .user(let id, _) = event.audience, id.text == user,
                let content = event.content as? CallChanged
            else { return nil }
            return content.text
        }
    }

    // MARK: - Who wins

    private enum Step: CaseIterable {
        case phoneAccepts, tabAccepts, tabRejects, cancel, inviterLeaves, phoneLeaves, time
    }

    /// True: it was done.
    private func take(_ step: Step, _ id: CallNumber) throws -> Bool {
        let (ann, bob) = (try harness.number(of: "ann"), try harness.number(of: "bob"))
        do {
            switch step {
            case .phoneAccepts: _ = try chat.calls.accept(id, on: "phone", by: bob)
            case .tabAccepts: _ = try chat.calls.accept(id, on: "tab", by: bob)
            case .tabRejects: _ = try chat.calls.reject(id, on: "tab", by: bob)
            case .cancel: _ = try chat.calls.cancel(id, by: ann)
            case .inviterLeaves: _ = try chat.calls.leave(id, by: ann)
            case .phoneLeaves: _ = try chat.calls.leave(id, by: bob)
            case .time:
                harness.now += 46_000
                try chat.sweep(.calls)
            }
            return true
        } catch CommandError.refused(let refusal) {
            #expect(refusal.code == .requestHandled)
            return false
        }
    }

    @Test func `J-02, J-04: of two devices that accept in one moment one wins, and all are told the same`() throws {
        for seed in 1...(isLongRun ? 1_000 : 100) {
            var random = SeededRandom(seed: UInt64(seed))
            // J-11: six calls a minute.
            harness.now += 10_000
            let id = try invite().id
            var effects = try harness.takeEffects()
            var (winner, hasEnded): (Step?, Bool) = (nil, false)
            for step in Step.allCases.shuffled(using: &random) {
                let isDone = try take(step, id)
                let decides = [.phoneAccepts, .tabAccepts, .tabRejects].contains(step)
                let expected =
                    switch step {
                    case .phoneAccepts, .tabAccepts, .tabRejects, .cancel: !hasEnded && winner == nil
                    case .inviterLeaves: !hasEnded
                    case .phoneLeaves: !hasEnded && winner != nil
                    case .time: true
                    }
                #expect(isDone == expected, "seed \(seed): \(step)")
                if isDone, decides { winner = step }
                hasEnded =
                    hasEnded
                    || isDone && !(step == .phoneAccepts || step == .tabAccepts)
                        && (step != .time || winner == nil)
                effects += try harness.takeEffects()
            }
            let device = winner.map { $0 == .phoneAccepts ? "phone" : "tab" }
            let last = try ["ann", "bob"].map { user in try #require(told(user, in: effects).last) }
            for text in last {
                let call = try JSONDocument().parse(text)
                let bob = try #require(call["users"]?.elements?.first { $0["userID"]?.string == "bob" })
                #expect(bob["device"]?.string == device, "seed \(seed)")
                let isAnswered = winner == .phoneAccepts || winner == .tabAccepts
                #expect((call["ended"]?["outcome"]?.string == "answered") == isAnswered, "seed \(seed)")
            }
            // But the conversation, which each calls by the other's name.
            #expect(
                last[0].replacing("c2c_bob", with: "c2c_ann") == last[1], "seed \(seed)")
            try harness.commit()
        }
        #expect(try rows()[1] == 0)
        harness.now += 61_000
        while try chat.sweep(.calls) {}
        #expect(try rows() == [0, 0])
    }

    // MARK: - The clock

    @Test func `J-03, J-09: ringing ends when its seconds are over, and no device can accept any more`() throws {
        let call = try invite(seconds: 5)
        harness.now += 4_999
        try chat.sweep(.calls)
        #expect(try chat.calls.ringing(for: chat.accounts.account(harness.number(of: "bob"))).count == 1)
        harness.now += 1
        // The sweep comes within a second, and the time does not wait for it.
        #expect(throws: CommandError.self) {
            try chat.calls.accept(call.id, on: "phone", by: harness.number(of: "bob"))
        }
        #expect(try chat.calls.ringing(for: chat.accounts.account(harness.number(of: "bob"))).isEmpty)
        try chat.sweep(.calls)
        #expect(chat.calls.takeOutcomes() == [.missed])
        #expect(try chat.conversationLists.total(of: harness.number(of: "bob")) == 1)
        #expect(try chat.conversationLists.total(of: harness.number(of: "ann")) == 0)
    }

    @Test func `J-08: a user without sessions for a minute has left, one with a session stays up to a day`() throws {
        let bob = try harness.number(of: "bob")
        let ann = try harness.number(of: "ann")
        for user in [ann, bob] { try come(user) }
        let first = try invite()
        _ = try chat.calls.accept(first.id, on: "phone", by: bob)
        harness.now += 10_000
        try go(bob)
        harness.now += 59_000
        try chat.sweep(.calls)
        #expect(chat.calls.takeOutcomes().isEmpty)
        harness.now += 2_000
        try chat.sweep(.calls)
        #expect(chat.calls.takeOutcomes() == [.answered])
        let texts = try told("ann", in: harness.takeEffects())
        #expect(texts.last?.contains(#""state":"left","device":"phone","reason":"disconnected""#) == true)

        try come(bob)
        let second = try invite()
        _ = try chat.calls.accept(second.id, on: "phone", by: bob)
        harness.now += .days(1) - 1_000
        try chat.sweep(.calls)
        #expect(chat.calls.takeOutcomes().isEmpty)
        harness.now += 1_000
        try chat.sweep(.calls)
        #expect(chat.calls.takeOutcomes() == [.answered])
    }

    @Test func `J-08: an inviter who signs out while it rings has left after a minute, and it rings no more`() throws {
        let (ann, bob) = (try harness.number(of: "ann"), try harness.number(of: "bob"))
        for user in [ann, bob] { try come(user) }
        let call = try invite(seconds: 120)
        try go(ann)
        harness.now += 59_000
        try chat.sweep(.calls)
        #expect(chat.calls.takeOutcomes().isEmpty)
        harness.now += 2_000
        try chat.sweep(.calls)
        #expect(chat.calls.takeOutcomes() == [.cancelled])
        #expect(throws: CommandError.self) { try chat.calls.accept(call.id, on: "phone", by: bob) }
        let last = try told("bob", in: harness.takeEffects()).last
        #expect(last?.contains(#""userID":"ann","state":"left","device":"phone","reason":"disconnected""#) == true)
        #expect(try chat.conversationLists.total(of: bob) == 1)
    }

    private func come(_ account: AccountNumber) throws {
        try chat.subscriptions.reconcilePresence(account, on: .ios, isOnline: true, since: nil)
    }

    private func go(_ account: AccountNumber) throws {
        try chat.subscriptions.reconcilePresence(account, on: .ios, isOnline: false, since: harness.now)
    }

    @Test func `J-05: who is in a call is busy, unless a second one rings for it, too`() throws {
        _ = try chat.calls.accept(invite().id, on: "phone", by: harness.number(of: "bob"))
        let second = try invite("bob", by: "cid")
        #expect(second.call.outcome == .busy && chat.calls.takeOutcomes() == [.busy])
        #expect(told("bob", in: try harness.takeEffects()).allSatisfy { !$0.contains("cid") })
        var options = ChatOptions()
        options.hasCallWaiting = true
        let waiting = try ChatStateHarness(options)
        for user in ["ann", "bob", "cid"] { _ = try waiting.chat.accountAdministration.create(UserID(user)!) }
        func inviteBob(by inviter: String) throws -> CallView {
            try waiting.chat.calls.invite(
                CallInvitation(
                    to: .c2c(UserID("bob")!), users: nil, kind: "audio", data: nil, seconds: 45, device: "phone"),
                by: waiting.number(of: inviter))
        }
        _ = try waiting.chat.calls.accept(inviteBob(by: "ann").id, on: "phone", by: waiting.number(of: "bob"))
        #expect(try inviteBob(by: "cid").call.outcome == nil)
    }

    @Test func `a deleted user's calls end, and a damaged row keeps no other call from ending`() throws {
        let first = try invite(seconds: 5)
        _ = try invite("cid", seconds: 5)
        #expect(
            try chat.work.store.execute("UPDATE call_user SET state = 99 WHERE call = $1", [.integer(first.id)]) > 0)
        harness.now += 5_000
        try chat.sweep(.calls)
        #expect(chat.calls.takeOutcomes() == [.missed])
        harness.now += 60_000
        try chat.sweep(.calls)
        #expect(try rows() == [0, 0])

        let third = try invite("cid")
        _ = try chat.calls.accept(third.id, on: "phone", by: harness.number(of: "cid"))
        _ = try chat.accountAdministration.erase(UserID("cid")!, messages: false)
        #expect(chat.calls.takeOutcomes() == [.answered])
        _ = try invite("bob")
        _ = try chat.accountAdministration.erase(UserID("ann")!, messages: false)
        #expect(chat.calls.takeOutcomes() == [.cancelled])
        #expect(try rows()[1] == 0)
    }
}
