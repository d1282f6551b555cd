import ClientProtocol
import Domain
import Testing

@testable import Chat
@testable import Storage

/// A damaged row of one member is that member's matter: the group goes on for all others.
struct GroupDamageTests {
    private let harness: ChatStateHarness
    private let group: String
    private var chat: ChatState { harness.chat }

    init() throws {
        var options = ChatOptions()
        options.hasPushes = true
        harness = try ChatStateHarness(options)
        for user in ["ann", "bob", "cid"] { _ = try harness.chat.accountAdministration.create(UserID(user)!) }
        group = try Self.makeGroup(harness)
        try harness.chat.finish()
        harness.chat.work.clearEffects()
    }

    private static func makeGroup(_ harness: ChatStateHarness) throws -> String {
        let draft = GroupDraft(
            kind: .group, info: GroupInfo(name: "team"), style: .publicOpen, maxUsers: 9, needsConfirmation: false,
            invitees: ["bob", "cid"], message: "")
        return try harness.chat.groupLife.createGroup(draft, by: harness.number(of: "ann")).id
    }

    private func send(
        _ id: String, from sender: String, to other: String? = nil, mentions: [String]? = nil
    ) throws {
        harness.now += 1
        let draft = Draft(
            target: .group(other ?? group), clientID: id, kind: .text, settings: .standard, body: "{}", pushText: nil,
            mentions: mentions)
        _ = try chat.messages.send(draft, from: harness.number(of: sender))
        try chat.finish()
        chat.work.clearEffects()
    }

    private func damage(_ change: SQL, of user: String, by key: (GroupNumber, AccountNumber) -> PairKey) throws {
        try chat.work.store.execute(
            change, [.integer(key(try #require(GroupNumber(group)), harness.number(of: user)))])
        try harness.restart()
    }

    private func expectCorrupt(_ work: () throws -> Void) {
        #expect {
            try work()
        } throws: { error in
            if case .store(let error)? = error as? CommandError { return error.kind == .corrupt }
            return false
        }
    }

    @Test(
        arguments: [
            "UPDATE member SET role = 99 WHERE id = $1", "UPDATE member SET account = 'damaged' WHERE id = $1",
            "UPDATE member SET notify = -1 WHERE id = $1",
        ] as [SQL])
    func `a damaged member is refused, and the group is not`(change: SQL) throws {
        try damage(change, of: "cid") { PairKey.key($0, $1) }
        try send("one", from: "bob", mentions: ["cid"])
        #expect(chat.work.takeDamages().isEmpty == false)
        expectCorrupt { try send("two", from: "cid") }
        expectCorrupt { try chat.groupLife.leaveGroup(group, by: harness.number(of: "cid")) }
        expectCorrupt {
            try chat.groupAdministration.addToWhiteList(["cid"], in: group, by: harness.number(of: "ann"))
        }
        try chat.groupAdministration.addToWhiteList(["bob"], in: group, by: harness.number(of: "ann"))
        try chat.groupLife.leaveGroup(group, by: harness.number(of: "bob"))
        try chat.finish()
    }

    @Test func `a member's damaged side of the conversation refuses nobody else's message`() throws {
        try chat.groupAdministration.block(true, group: group, by: harness.number(of: "bob"))
        try send("one", from: "ann")
        let conversation = try #require(try chat.conversations.conversation(of: .group(GroupNumber(group)!))).number
        for user in ["bob", "cid"] {
            try damage("UPDATE membership SET unread_ignored = 'damaged' WHERE id = $1", of: user) {
                PairKey.key($1, conversation)
            }
        }
        try send("two", from: "ann", mentions: ["bob", "cid"])
        try chat.groupMembers.showGroup(
            GroupNumber(group)!, to: [harness.number(of: "bob"), harness.number(of: "ann")])
        expectCorrupt { try send("three", from: "bob") }
        #expect(!chat.work.takeDamages().isEmpty)
    }

    @Test func `damaged quiet hours of a receiver keep no message from being stored`() throws {
        let bob = try harness.number(of: "bob")
        try chat.pushes.register("token", at: PushService(.webhook), device: "phone", .ios, of: bob)
        // 34:07 to 0:00.
        let packed = QuietHours(isOn: true, start: 34 * 60 + 7, end: 0, offset: 0).packed
        #expect(QuietHours(packed: packed) == nil)
        try chat.work.store.execute(
            "INSERT INTO quiet_hours (account, value) VALUES ($1, $2)", [.integer(bob), .integer(packed)])
        try harness.restart()
        harness.now += 1
        _ = try chat.messages.send(Draft(to: "bob", "one"), from: harness.number(of: "ann"))
        try chat.finish()
        #expect(try harness.storedMessages().contains("one"))
        expectCorrupt { _ = try stored(Pushes.quietHours(of: bob, in: chat.work.store)) }
        let decisions = try PushDecider(ChatOptions()).decisions(in: chat.work.store)
        #expect(decisions.flatMap(\.pushes).isEmpty && decisions.flatMap(\.damages).count == 1)
    }

    @Test(arguments: [
        QuietHours.off, QuietHours(isOn: true, start: 1_439, end: 0, offset: 840),
        QuietHours(isOn: false, start: 0, end: 1_439, offset: -720),
    ])
    func `quiet hours are packed and unpacked`(hours: QuietHours) {
        #expect(QuietHours(packed: hours.packed) == hours)
    }

    @Test(arguments: [-1, 1 << 34, 1_440 << 22, 1_440 << 11, 0x7FF] as [Int64])
    func `a number that no hours are packed into is none`(packed: Int64) {
        #expect(QuietHours(packed: packed) == nil)
    }

    @Test func `without its counter a new group is none that has ended, whose conversation is still there`() throws {
        try send("one", from: "bob")
        try chat.groupLife.destroyGroup(group, by: harness.number(of: "ann"))
        try chat.work.store.execute("DELETE FROM group_counter", [])
        try harness.restart()
        #expect(try Self.makeGroup(harness) == String(Int(group)! + 1))
        try chat.finish()
        try send("two", from: "bob", to: String(Int(group)! + 1))
    }
}
