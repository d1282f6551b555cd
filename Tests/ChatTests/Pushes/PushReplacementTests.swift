import ClientProtocol
import Domain
import Testing

@testable import Chat
@testable import Storage

/// M-45: which pushes of a recalled message are followed by others, whenever their providers answer.
struct PushReplacementTests {
    private let harness: ChatStateHarness
    private let options: ChatOptions

    init() throws {
        var options = ChatOptions()
        options.hasPushes = true
        self.options = options
        harness = try ChatStateHarness(options)
        for user in ["ann", "bob"] { _ = try harness.chat.accountAdministration.create(UserID(user)!) }
        try harness.chat.pushAddresses.register(
            "token", at: .webhook, device: "phone", .ios, of: harness.number(of: "bob"))
    }

    @Test func `M-45: a push that is accepted after the recall is replaced, once, and survives a restart`() throws {
        let message = try send("one")
        try decide()
        let push = try #require(try due().first)
        #expect(push.text == "ann:hi" && push.badge == 1 && !push.isReplacement)
        // It is under way.
        try recall(message)
        try decide()
        #expect(try due(except: push.push).isEmpty)
        try harness.restart()
        let report = PushReport(push: push.push, state: .accepted, status: 200, replaceable: message)
        try harness.chat.pushes.note([report])
        try decide()
        let replacement = try #require(try due().first)
        #expect(replacement.text == "[recalled]" && replacement.badge == 0 && replacement.isReplacement)
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
            at: .webhook, now: harness.now, cutoff: 0, limit: 10, except: [], in: harness.chat.work.store)
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

    // MARK: - What happens

    private func send(_ id: String) throws -> MessageNumber {
        harness.now += 1
        let draft = Draft(to: "bob", id)
        return try harness.chat.messages.send(draft, from: harness.number(of: "ann")).message.id
    }

    private func recall(_ message: MessageNumber) throws {
        harness.now += 1
        _ = try harness.chat.recalls.recall(
            message, in: .c2c(UserID("bob")!), reason: nil, by: harness.number(of: "ann"))
    }

    private func decide() throws {
        for decision in try PushDecider(options).decisions(in: harness.chat.work.store) {
            try harness.chat.pushes.put(decision.pushes[...], of: decision.message, isLast: true)
        }
    }

    private func due(except push: Int64? = nil) throws -> [DuePush] {
        try PushOutbox.due(
            at: .webhook, now: harness.now, cutoff: 0, limit: 100_000, except: Set([push].compactMap(\.self)),
            in: harness.chat.work.store
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
