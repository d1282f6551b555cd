import ClientProtocol
import Domain
import Testing

@testable import Chat
@testable import Storage

/// The store's work for a message in a group (docs/decisions/015).
struct GroupCostTests {
    @Test func `a message costs the store the same in a group of 10 and in one of 1,000`() throws {
        let small = try cost(members: 10)
        let large = try cost(members: 1_000)
        #expect(small == large)
        // The message, the conversation's head, the row against repeats, the sender's own.
        #expect(small.rows == 4)
        #expect(small.effects == large.effects)
    }

    @Test func `T-Q27: that it may be pushed is one row more, whatever the group's size`() throws {
        let small = try cost(members: 10, hasPushes: true)
        #expect(try cost(members: 1_000, hasPushes: true) == small)
        #expect(small.rows == 5)
    }

    private struct Cost: Equatable {
        var queries = 0
        var rows = 0
        var effects = 0
    }

    /// Of the second message of the owner.
    private func cost(members: Int, hasPushes: Bool = false) throws -> Cost {
        var options = ChatOptions()
        options.hasPushes = hasPushes
        let harness = try ChatStateHarness(options)
        let chat = harness.chat
        let users = (0..<members).map { "u\($0)" }
        for user in users { _ = try chat.accountAdministration.create(UserID(user)!) }
        let owner = try harness.number(of: users[0])
        let draft = GroupDraft(
            kind: .group, info: GroupInfo(name: "g"), style: .publicOpen, maxUsers: 2_000, needsConfirmation: false,
            invitees: Array(users.dropFirst()), message: "")
        let group = try chat.groupLife.createGroup(draft, by: owner)
        #expect(group.results.allSatisfy { $0.error == nil })
        try send("m1", to: group.id, by: owner, chat)
        _ = try harness.takeEffects()

        let counting = CountingTransaction(chat.work.store)
        let store = chat.work.store
        chat.work.store = counting
        try send("m2", to: group.id, by: owner, chat)
        let effects = try harness.takeEffects()
        chat.work.store = store
        return Cost(queries: counting.queries, rows: counting.rows, effects: effects.count)
    }

    private func send(_ id: String, to group: String, by owner: AccountNumber, _ chat: ChatState) throws {
        let draft = Draft(
            target: .group(group), clientID: id, kind: .text, settings: .standard, body: #"{"text":"x"}"#,
            pushText: nil)
        _ = try chat.messages.send(draft, from: owner)
    }
}
