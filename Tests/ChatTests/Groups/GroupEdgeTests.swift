import ClientProtocol
import Domain
import Storage
import Testing

@testable import Chat

/// Cases that the random test of groups has found, each by itself.
struct GroupEdgeTests {
    private static let day: Milliseconds = 86_400_000

    @Test(arguments: ["blocking", "refusing", "wanting mentions"])
    func `X-44: the conversation of who leaves ends with the last message, wanted or not`(manner: String) throws {
        let bench = try GroupBench()
        switch manner {
        case "blocking": try bench.chat.groupAdministration.block(true, group: bench.group, by: bench.ann)
        case "refusing": try bench.setOption(.refuse)
        default: try bench.setOption(.receiveMentions)
        }
        for id in ["m1", "m2"] { try bench.send(id) }
        let seq = try bench.view().seq
        try bench.chat.groupLife.leaveGroup(bench.group, by: bench.ann)
        #expect(try bench.view().seq == seq + 1)
        let resumed = try bench.resume(StreamPositions(conversations: [bench.id.description: seq]))
        guard case .recovered = resumed.verdict else {
            Issue.record("\(resumed.verdict)")
            return
        }
        #expect(resumed.seq == seq + 1)
    }

    @Test func `X-44, X-07: when the messages are gone, a conversation that has ended begins anew at its own end`()
        throws
    {
        var options = ChatOptions()
        options.messageDays = 1
        options.resumeMessages = 0
        let bench = try GroupBench(options)
        try bench.chat.groupLife.leaveGroup(bench.group, by: bench.ann)
        let end = try bench.view().seq
        for id in ["m1", "m2"] { try bench.send(id) }
        bench.harness.now += Self.day * 2
        let resumed = try bench.resume(StreamPositions(conversations: [bench.id.description: end - 1]))
        guard case .reset(let first, let why) = resumed.verdict else {
            Issue.record("\(resumed.verdict)")
            return
        }
        #expect(first == end + 1 && why == .kept)
    }

    @Test(arguments: ["removed", "leaving", "removed from a group that is in no cache either"])
    func `X-44, C-Q17: who goes with a list that is in no cache is told what messages have made of the total`(
        way: String
    ) throws {
        let bench = try GroupBench()
        for id in ["m1", "m2"] { try bench.send(id) }
        _ = try bench.harness.takeEffects()
        try bench.harness.commit()
        switch way {
        case "removed", "leaving": try bench.chat.accounts.account(UserID("ann")!)!.conversationList = nil
        default: try bench.harness.rollBack()
        }
        if way == "leaving" {
            try bench.chat.groupLife.leaveGroup(bench.group, by: bench.ann)
        } else {
            try bench.chat.groupLife.removeMembers(["ann"], from: bench.group, by: bench.bob)
        }
        let totals = try bench.harness.takeEffects().compactMap { effect -> Int64? in
            guard let told = effect.content as? ConversationTotalUnreadChanged, effect.recipient.text == "ann" else {
                return nil
            }
            return told.total
        }
        #expect(totals == [2])
    }

    @Test func `Y-01: a group bans 10,000 users, and bans that are over make room`() throws {
        let bench = try GroupBench()
        let group = try bench.chat.groups.group(bench.group)
        try bench.chat.work.execute(
            """
            WITH RECURSIVE user(number) AS (VALUES (1000) UNION ALL SELECT number + 1 FROM user LIMIT 10000)
            INSERT INTO group_ban (id, account, stamp, until)
            SELECT $1 << 32 | number, number, number, CASE number WHEN 1000 THEN $2 ELSE -1 END FROM user
            """, [.integer(group.number), .integer(bench.harness.now + 1_000)])
        func ban() throws { try bench.chat.groupLife.ban(["cid"], for: 1, from: bench.group, by: bench.bob) }
        expectRefused(ban)
        bench.harness.now += 1_000
        try ban()
        try ban()
        expectRefused { try bench.chat.groupJoins.join(bench.group, reason: "", by: bench.harness.number(of: "cid")) }
        bench.harness.now += 1_000
        #expect(try bench.chat.groupJoins.join(bench.group, reason: "", by: bench.harness.number(of: "cid")))
    }

    @Test(arguments: [(-1, 3), (1, 1), (2, 2), (3, 3), (0, 0)] as [(Int, Int64)])
    func `G-Q60: a new member sees what was said in the last days, all of it read`(days: Int, count: Int64) throws {
        let bench = try GroupBench()
        var change = GroupChange()
        change.historyForNew = days
        try bench.chat.groupAdministration.modifyGroup(bench.group, change, by: bench.bob)
        for id in ["m1", "m2", "m3"] {
            bench.harness.now += Self.day - 10
            try bench.send(id)
        }
        bench.harness.now += 1_000
        let group = try bench.chat.groups.group(bench.group)
        let last = try bench.chat.conversations.conversation(of: group).lastSeq
        _ = try bench.chat.groupJoins.invite(["cid"], "", to: bench.group, by: bench.bob)
        let cid = try bench.harness.number(of: "cid")
        let membership = try #require(
            try Membership.find(cid, in: group.conversation, in: bench.chat.work.store))
        #expect(membership.visibleAfter == (days < 0 ? 0 : Seq(last.rawValue - count)))
        // The notification of the joining does not count.
        #expect(try bench.chat.conversationLists.view(bench.id, for: cid).unreadCount == 0)
    }

    @Test func `M-07: who reads on before the round is still told of what was taken back before`() throws {
        let bench = try GroupBench()
        for id in ["m1", "m2"] { try bench.send(id) }
        try bench.goRound()
        _ = try bench.hears()
        let first = try #require(try bench.harness.message("m1", of: "bob"))
        _ = try bench.chat.edits.recall(first, reason: nil)
        let seq = try bench.view().seq - 1
        #expect(try bench.chat.conversationLists.markRead(bench.id, upTo: seq, of: bench.ann) == 1)
        #expect(try bench.hears().filter(\.isThread).isEmpty)
        try bench.goRound()
        #expect(try bench.hears().filter(\.isThread).count == 1)
        try bench.goRound()
        #expect(try bench.hears().isEmpty)
    }

    @Test func `X-58, X-44: a member who leaves when the conversation has just expired gets it as a new one`() throws {
        let bench = try GroupBench()
        try bench.send("m1")
        _ = try bench.hears()
        bench.harness.now += Self.day * 7
        try bench.chat.groupLife.leaveGroup(bench.group, by: bench.ann)
        let isNew = try bench.hears().compactMap { heard in
            if case .thread(_, let isNew, _) = heard { isNew } else { nil }
        }
        #expect(isNew == [true])
        #expect(try bench.view().unreadCount == 0)
    }

    @Test(arguments: [ReceiveOption.receive, .refuse, .receiveMentions])
    func `X-M05, X-M06, T-Q07: being removed is told by a message but to who refuses them`(option: ReceiveOption) throws
    {
        let bench = try GroupBench()
        try bench.setOption(option)
        _ = try bench.hears()
        try bench.chat.groupLife.removeMembers(["ann"], from: bench.group, by: bench.bob)
        let letters = try bench.hears().filter(\.isMessage)
        #expect(letters.count == (option == .refuse ? 0 : 1))
        #expect(try (bench.view().last?.message.body.contains(#""operationType":1"#) == true) == (option != .refuse))
    }

    @Test(arguments: [ReceiveOption.receive, .refuse, .receiveMentions])
    func `X-43, T-Q07: who was away is given the dismissal, but to who refuses messages`(option: ReceiveOption) throws {
        let bench = try GroupBench()
        try bench.setOption(option)
        let seq = try bench.view().seq
        _ = try bench.hears()
        try bench.chat.groupLife.destroyGroup(bench.group, by: bench.bob)
        #expect(try bench.hears().filter(\.isMessage).count == (option == .refuse ? 0 : 1))
        let resumed = try bench.resume(StreamPositions(conversations: [bench.id.description: seq]))
        guard case .recovered(let messages) = resumed.verdict else {
            Issue.record("\(resumed.verdict)")
            return
        }
        #expect(messages.count == (option == .refuse ? 0 : 1))
    }

    @Test func `X-39: what a blocker has caused is not given to the blocker's devices later, either`() throws {
        let bench = try GroupBench(style: .privateForMembers)
        try bench.chat.groupAdministration.block(true, group: bench.group, by: bench.ann)
        let seq = try bench.view().seq
        _ = try bench.chat.groupJoins.invite(["cid"], "", to: bench.group, by: bench.ann)
        let resumed = try bench.resume(StreamPositions(conversations: [bench.id.description: seq]))
        guard case .recovered(let messages) = resumed.verdict else {
            Issue.record("\(resumed.verdict)")
            return
        }
        #expect(messages.isEmpty)
    }

    @Test func `X-44, C-Q12: who comes back has neither the calls that were unread nor those from between`() throws {
        let bench = try GroupBench()
        let calls = [AtInfo.everybody, "ann"]
        try bench.send("m1", mentions: calls)
        #expect(try bench.view().mentions.map(\.kind) == [.both])
        try bench.chat.groupLife.leaveGroup(bench.group, by: bench.ann)
        try bench.send("m2", mentions: calls)
        _ = try bench.chat.groupJoins.join(bench.group, reason: "", by: bench.ann)
        #expect(try bench.view().mentions == [])
    }

    @Test func `C-Q12, X-59: calls to all go with the messages that they are in, looked up or remembered`() throws {
        var options = ChatOptions()
        options.messageDays = 1
        let bench = try GroupBench(options)
        try bench.send("m1", mentions: [AtInfo.everybody])
        bench.harness.now += Self.day * 2
        try bench.send("m2")
        #expect(try bench.view().mentions == [])
        try bench.chat.sweep()
        try bench.harness.restart()
        #expect(try bench.view().mentions == [])
    }

    @Test func `X-46, X-07: who wants mentions alone is told a new name once, with its place in the stream`() throws {
        let bench = try GroupBench()
        try bench.setOption(.receiveMentions)
        let head = try bench.chat.work.userStreams.streamSeq(of: bench.chat.accounts.account(bench.ann))
        _ = try bench.hears()
        var change = GroupChange()
        change.name = "another"
        try bench.chat.groupAdministration.modifyGroup(bench.group, change, by: bench.bob)
        let seqs = try bench.hears().compactMap { heard -> Seq?? in
            if case .thread(_, _, let seq) = heard { .some(seq) } else { nil }
        }
        #expect(seqs == [head + 1])
    }

    // MARK: - Rounds

    @Test(arguments: ["read", "pin", "option"])
    func `C-22: who has changed something about the conversation hears of it once`(manner: String) throws {
        let bench = try GroupBench()
        try bench.send("m1")
        switch manner {
        case "read": _ = try bench.chat.conversationLists.markRead(bench.id, upTo: nil, of: bench.ann)
        case "pin": try bench.chat.conversationLists.pin(bench.id, true, of: bench.ann)
        default: try bench.setOption(.withoutPush)
        }
        #expect(try bench.hears().filter(\.isThread).count == 1)
        try bench.goRound()
        #expect(try bench.hears() == [])
    }

    @Test func `C-22, G-Q28: who blocks before the round is told what came before, and nothing when it unblocks`()
        throws
    {
        let bench = try GroupBench()
        try bench.send("m1")
        try bench.chat.groupAdministration.block(true, group: bench.group, by: bench.ann)
        let heard = try bench.hears()
        #expect(heard.filter(\.isThread).count == 1)
        #expect(heard.last?.total == 1)
        try bench.send("m2")
        try bench.chat.groupAdministration.block(false, group: bench.group, by: bench.ann)
        try bench.goRound()
        // But that it does.
        let later = try bench.hears()
        #expect(later.count == 1 && later.allSatisfy(\.isEvent))
    }

    @Test(arguments: ["list", "pin"])
    func `C-29: a total that was read from the store is told in the round or before it`(first: String) throws {
        let bench = try GroupBench()
        try bench.send("m1")
        _ = try bench.hears()
        try bench.harness.commit()
        try bench.harness.rollBack()
        if first == "list" {
            _ = try bench.chat.conversationLists.list(of: bench.ann, after: 0, count: 1)
        } else {
            try bench.chat.conversationLists.pin(bench.id, true, of: bench.ann)
        }
        let before = try bench.hears()
        try bench.goRound()
        #expect(try (before + bench.hears()).compactMap(\.total) == [1])
    }
}

/// A group of bob's that ann is in; cid is about.
private final class GroupBench {
    let harness: ChatStateHarness
    let ann: AccountNumber
    let bob: AccountNumber
    let group: String
    /// Whether ann's devices hear what all members hear.
    private var isInRoom = true
    var chat: ChatState { harness.chat }
    var id: ConversationID { .group(group) }

    init(_ options: ChatOptions = ChatOptions(), style: GroupStyle = .publicOpen) throws {
        harness = try ChatStateHarness(options)
        for user in ["ann", "bob", "cid"] { _ = try harness.chat.accountAdministration.create(UserID(user)!) }
        ann = try harness.number(of: "ann")
        bob = try harness.number(of: "bob")
        let draft = GroupDraft(
            kind: .group, info: GroupInfo(name: "team"), style: style, maxUsers: 9, needsConfirmation: false,
            invitees: ["ann"], message: "")
        group = try harness.chat.groupLife.createGroup(draft, by: bob).id
        try goRound()
        _ = try harness.takeEffects()
        try harness.commit()
    }

    /// By bob.
    func send(_ clientID: String, mentions: [String]? = nil) throws {
        harness.now += 1
        let draft = Draft(
            target: id, clientID: clientID, kind: .text, settings: .standard, body: "{}", pushText: nil,
            mentions: mentions)
        _ = try chat.messages.send(draft, from: bob)
        try chat.finish()
    }

    func setOption(_ option: ReceiveOption) throws {
        try chat.conversationLists.setOption(option, ofGroup: group, by: ann)
    }

    func goRound() throws { try chat.groupMembers.showGroup(GroupNumber(group)!, to: [ann, bob]) }

    /// As ann has it in the list.
    func view() throws -> ConversationView {
        try chat.finish()
        return try chat.conversationLists.view(id, for: ann)
    }

    /// The messages of the conversation that ann gets.
    func resume(_ positions: StreamPositions) throws -> Resumption.Stream<MessageView> {
        try chat.finish()
        let login = try chat.devices.logIn(UserID("ann")!, device: "d", issuedAt: .max, resuming: positions)
        return login.resumption!.conversations.first { $0.id == id.description }!.stream
    }

    /// The events that ann has got since the last call: her own, or those for all members.
    func hears() throws -> [ObservedGroupEvent] {
        try harness.takeEffects().filter { effect in
            if case .group(_, let exceptions) = effect.event?.audience {
                return isInRoom && !exceptions.contains(ann)
            }
            if case .left(_, let user) = effect, user.text == "ann" { isInRoom = false }
            return effect.recipient.text == "ann"
        }.flatMap(ObservedGroupEvent.all)
    }
}

extension ObservedGroupEvent {
    fileprivate var isEvent: Bool {
        if case .event = self { true } else { false }
    }

    fileprivate var isMessage: Bool {
        if case .message = self { true } else { false }
    }

    fileprivate var isThread: Bool {
        if case .thread = self { true } else { false }
    }
}
