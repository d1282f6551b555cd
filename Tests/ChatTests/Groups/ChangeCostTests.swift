import ClientProtocol
import Domain
import Testing

@testable import Chat
@testable import Storage

/// The store's work for what becomes of a message in a group: M-02, docs/decisions/032.
struct ChangeCostTests {
    enum Change: CaseIterable {
        case recall, edit, react, pin, delete, expire
    }

    @Test func `a change of a message costs the store the same in a group of 10 and in one of 10,000`() throws {
        let small = try Change.allCases.map { try cost(of: $0, in: group(of: 10)) }
        let large = try group(of: 10_000)
        for (change, cost) in zip(Change.allCases, small) {
            #expect(try self.cost(of: change, in: large) == cost, "\(change)")
            #expect(cost.statements <= 20 && cost.rows <= 8, "\(change): \(cost)")
            #expect(cost.tellings == (change == .delete ? 0 : 1), "\(change)")
        }
    }

    private struct Cost: Equatable {
        var statements = 0
        var rows = 0
        var effects = 0
        /// How often all members are told.
        var tellings = 0
    }

    private struct Scene {
        let harness: ChatStateHarness
        let id: ConversationID
        let members: Int
        let owner: AccountNumber
    }

    private func group(of members: Int) throws -> Scene {
        let harness = try ChatStateHarness()
        let chat = harness.chat
        let users = (0..<members).map { "u\($0)" }
        for user in users { _ = try chat.accountAdministration.create(UserID(user)!) }
        let owner = try harness.number(of: users[0])
        let draft = GroupDraft(
            kind: .superGroup, info: GroupInfo(name: "g"), style: .publicOpen, maxUsers: 10_000,
            needsConfirmation: false, invitees: Array(users.dropFirst()), message: "")
        let group = try chat.groupLife.createGroup(draft, by: owner)
        #expect(group.results.allSatisfy { $0.error == nil })
        _ = try harness.takeEffects()
        return Scene(harness: harness, id: .group(group.id), members: members, owner: owner)
    }

    /// Of the owner's message before the last one.
    private func cost(of change: Change, in scene: Scene) throws -> Cost {
        let chat = scene.harness.chat
        let sent = try send("\(change) 1", in: scene, expireSeconds: change == .expire ? 1 : nil)
        _ = try send("\(change) 2", in: scene)
        _ = try scene.harness.takeEffects()
        scene.harness.now += 1_000
        let counting = CountingTransaction(chat.work.store)
        let (store, visits) = (chat.work.store, chat.work.visits)
        chat.work.store = counting
        defer { chat.work.store = store }
        switch change {
        case .recall: _ = try chat.edits.recall(sent, in: scene.id, reason: nil, by: scene.owner)
        case .edit:
            let edit = MessageEdit(body: #"{"text":"y"}"#, pushText: nil, mentions: nil, version: nil)
            _ = try chat.edits.edit(sent, in: scene.id, edit, by: scene.owner)
        case .react: _ = try chat.reactions.react("+1", to: sent, in: scene.id, removes: false, by: scene.owner)
        case .pin: _ = try chat.reactions.pin(sent, in: scene.id, true, by: scene.owner)
        case .delete: _ = try chat.messageChanges.delete([sent], in: scene.id, of: scene.owner)
        case .expire: try chat.sweep(.expiredMessages)
        }
        let effects = try scene.harness.takeEffects()
        return Cost(
            statements: counting.statements, rows: counting.rows, effects: effects.count,
            tellings: (chat.work.visits - visits) / scene.members)
    }

    private func send(_ id: String, in scene: Scene, expireSeconds: Int? = nil) throws -> MessageNumber {
        var draft = Draft(
            target: scene.id, clientID: id, kind: .text, settings: .standard, body: #"{"text":"x"}"#, pushText: nil)
        draft.expireSeconds = expireSeconds
        return try scene.harness.chat.messages.send(draft, from: scene.owner).message.id
    }
}
