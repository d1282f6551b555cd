import ClientProtocol
import Domain
import Testing

@testable import Chat
@testable import Storage

/// M-45, M-50: which pushes of a message that is gone are followed by others, whenever their providers answer.
struct PushReplacementTests {
    private let harness: ChatStateHarness
    private let options: ChatOptions

    init() throws {
        var options = ChatOptions()
        options.hasPushes = true
        self.options = options
        harness = try ChatStateHarness(options)
        for user in ["ann", "bob"] { _ = try harness.chat.accountAdministration.create(UserID(user)!) }
        try harness.chat.pushes.register(
            "token", at: PushService(.webhook), device: "phone", .ios, of: harness.number(of: "bob"))
    }

    @Test func `M-45: a push that is accepted after the recall is replaced, once, and survives a restart`() throws {
        let message = try send("one")
        try decide()
        let push = try #require(try due().first)
        #expect(push.text == "ann:hi" && push.badge == 1 && push.replacement == nil)
        // It is under way.
        try recall(message)
        try decide()
        #expect(try due(except: push.push).isEmpty)
        try harness.restart()
        let report = PushReport(push: push.push, state: .accepted, status: 200, replaceable: message)
        try harness.chat.pushes.note([report])
        try decide()
        let replacement = try #require(try due().first)
        #expect(replacement.text == "[recalled]" && replacement.badge == 0 && replacement.replacement == .recalled)
        #expect(replacement.push != push.push && replacement.message == message)
        #expect(try explain(message) == "pushed")
        try harness.chat.pushes.note([PushReport(push: replacement.push, state: .accepted, status: 200)])
        try decide()
        #expect(try due().isEmpty)
        #expect(try explain(message) == "pushed")
    }

    @Test func `M-14: one that waits for its next attempt is void`() throws {
        let message = try send("one")
        try decide()
        let push = try #require(try due().first)
        try harness.chat.pushes.note([PushReport(push: push.push, state: .waiting, due: harness.now, status: 503)])
        try recall(message)
        try decide()
        let page = try PushOutbox.due(
            at: PushService(.webhook), now: harness.now, cutoff: 0, limit: 10, except: [], conversationPeriod: .days(7),
            in: harness.chat.work.store)
        #expect(page.pushes.isEmpty && page.void == [push.push])
        #expect(try explain(message) == "recalled")
    }

    @Test func `M-45: the badge is the total after the recall, whatever came since`() throws {
        let messages = try (1...3).map { try send("\($0)") }
        try decide()
        for push in try due() {
            let report = PushReport(push: push.push, state: .accepted, status: 200, replaceable: push.message)
            try harness.chat.pushes.note([report])
        }
        try recall(messages[0])
        harness.now += 1_000
        _ = try send("4")
        try decide()
        #expect(try due().map { "\($0.badge) \($0.text)" }.sorted() == ["2 [recalled]", "3 ann:hi"])
    }

    @Test func `M-45: to order the replacements of 10,000 pushes costs what those of one cost`() throws {
        let costs = try [1, 10_000].map { count in
            let message = try send("to \(count)")
            try decide()
            let push = try #require(try due().first { $0.message == message })
            try harness.chat.pushes.note([PushReport(push: push.push, state: .accepted, status: 200)])
            for number in 1..<count {
                try harness.chat.work.store.execute(
                    """
                    INSERT INTO push SELECT NULL, message, account + $2, address, provider, badge, is_forced, state, attempts,
                        due, status, answer, answered_at, is_late FROM push WHERE id = $1
                    """, [.integer(push.push), .integer(Int64(number))])
            }
            let counting = CountingTransaction(harness.chat.work.store)
            let store = harness.chat.work.store
            harness.chat.work.store = counting
            defer { harness.chat.work.store = store }
            try recall(message)
            return [counting.statements, counting.rows]
        }
        #expect(costs[0] == costs[1])
    }

    @Test func `M-50: one that is accepted after its message has expired is replaced, with the total of then`() throws {
        let message = try send("one", expireSeconds: 60)
        _ = try send("two")
        try decide()
        let push = try #require(try due().first { $0.message == message })
        try expire(after: 60)
        try decide()
        #expect(try due(except: push.push).map(\.text) == ["ann:hi"])
        try accept(push)
        try decide()
        let replacement = try #require(try due().first { $0.message == message })
        #expect(replacement.text == "[expired]" && replacement.replacement == .expired && replacement.badge == 1)
        #expect(replacement.push != push.push)
        try accept(replacement)
        try decide()
        #expect(try due().filter { $0.message == message }.isEmpty)
        #expect(try explain(message) == "pushed")
    }

    @Test func `M-50: a replacement that waits when the message ends is still sent, and is the only one`() throws {
        let message = try send("one", expireSeconds: 60)
        try decide()
        try accept(try #require(try due().first))
        try recall(message)
        try decide()
        let first = try #require(try due().first)
        #expect(first.text == "[recalled]")
        // Nobody has looked yet.
        harness.now += 60_000
        #expect(try due().map(\.push) == [first.push])
        _ = try harness.chat.sweep(.expiredMessages)
        try decide()
        let page = try due()
        #expect(page.map(\.push) == [first.push] && page.map(\.text) == ["[expired]"])
        try accept(page[0])
        try decide()
        #expect(try due().isEmpty)
    }

    @Test(arguments: [false, true])
    func `M-50: a push with an id of the sender's own is let be, also if the message was recalled before`(
        isRecalled: Bool
    ) throws {
        var payload = PushPayload()
        payload.collapseID = "ride-7"
        let message = try send("one", payload, expireSeconds: 60)
        try decide()
        let push = try #require(try due().first)
        try harness.chat.pushes.note([PushReport(push: push.push, state: .accepted, status: 200)])
        if isRecalled { try recall(message) }
        try expire(after: 60)
        try decide()
        #expect(try due().isEmpty)
    }

    @Test(arguments: [false, true])
    func `M-50: who wanted no badge gets none in the replacement, also if the message was recalled before`(
        isRecalled: Bool
    ) throws {
        var payload = PushPayload()
        payload.hasBadge = false
        let message = try send("one", payload, expireSeconds: 60)
        try decide()
        let push = try #require(try due().first)
        if isRecalled { try recall(message) }
        try expire(after: 60)
        try accept(push)
        try decide()
        #expect(try due().map { "\($0.text) \($0.payload.hasBadge)" } == ["[expired] false"])
    }

    // MARK: - What happens

    private func send(
        _ id: String, _ payload: PushPayload? = nil, expireSeconds: Int? = nil
    ) throws -> MessageNumber {
        harness.now += 1
        let draft = Draft(to: "bob", id, payload: payload, expireSeconds: expireSeconds)
        return try harness.chat.messages.send(draft, from: harness.number(of: "ann")).message.id
    }

    private func recall(_ message: MessageNumber) throws {
        harness.now += 1
        _ = try harness.chat.edits.recall(
            message, in: .c2c(UserID("bob")!), reason: nil, by: harness.number(of: "ann"))
    }

    private func expire(after seconds: Int64) throws {
        harness.now += Milliseconds(seconds * 1_000)
        _ = try harness.chat.sweep(.expiredMessages)
    }

    private func accept(_ push: DuePush) throws {
        let report = PushReport(
            push: push.push, state: .accepted, status: 200,
            replaceable: push.replacement == nil ? push.message : nil)
        try harness.chat.pushes.note([report])
    }

    private func decide() throws {
        for decision in try PushDecider(options).decisions(in: harness.chat.work.store) {
            try harness.chat.pushes.put(decision.pushes[...], of: decision, isLast: true)
        }
    }

    private func due(except push: Int64? = nil) throws -> [DuePush] {
        try PushOutbox.due(
            at: PushService(.webhook), now: harness.now, cutoff: 0, limit: 100_000,
            except: Set([push].compactMap(\.self)), conversationPeriod: .days(7), in: harness.chat.work.store
        ).pushes
    }

    private func explain(_ message: MessageNumber) throws -> String {
        let explanation = try PushExplanation.explain(
            of: message, to: UserID("bob")!, hasProviders: true, cutoff: 0, in: harness.chat.work.store)
        switch explanation.conclusion {
        case .pushed: return "pushed"
        case .notPushed(let obstacle): return obstacle.rawValue
        case .undecided: return "undecided"
        }
    }
}
