import ClientProtocol
import Domain
import JSON
import Security
import Storage
import Testing

@testable import Chat

/// Cases that the random tests found, or find too seldom.
struct EdgeTests {
    private static let day: Milliseconds = 86_400_000

    @Test func `X-M04, X-59: the last message of who wants nothing more stays when its time is over`() throws {
        var options = ChatOptions()
        options.messageDays = 2
        let bench = try Bench(options)
        try bench.send("bob", "ann", "m1")
        _ = try bench.harness.chat.conversationLists.setOption(.refuse, towards: ["bob"], of: bench.ann)
        try bench.send("bob", "ann", "m2")
        bench.harness.now += Self.day * 3
        try bench.harness.chat.sweep()
        try bench.harness.restart()
        #expect(try bench.list().map(\.last?.message.clientID) == ["m1"])

        _ = try bench.harness.chat.conversationLists.setOption(.receive, towards: ["bob"], of: bench.ann)
        try bench.send("bob", "ann", "m3")
        try bench.harness.chat.sweep()
        try bench.harness.chat.sweep()
        #expect(try bench.list().map(\.last?.message.clientID) == ["m3"])
        #expect(try bench.harness.storedMessages() == ["m3"])
    }

    @Test func `X-07: a device that names nothing that there is takes no other device's place`() throws {
        var options = ChatOptions()
        options.devicesPerUser = 1
        let bench = try Bench(options)
        try bench.send("bob", "ann", "m1")
        let devices = bench.harness.chat.devices
        try devices.acknowledge(StreamPositions(conversations: ["c2c_bob": 1]), device: "phone", of: bench.ann)
        try devices.acknowledge(StreamPositions(conversations: ["c2c_nobody": 1]), device: "tab", of: bench.ann)
        #expect(try devices.positions(of: "phone", of: bench.ann)?.conversations == ["c2c_bob": 1])
        try devices.acknowledge(StreamPositions(user: 0), device: "tab", of: bench.ann)
        #expect(try devices.positions(of: "phone", of: bench.ann) == nil)
    }

    @Test func `M-36: at the very millisecond it is gone, also before a sweep has come by it`() throws {
        let bench = try Bench(ChatOptions())
        let draft = Draft(to: "ann", "m1", expireSeconds: 60)
        let sent = try bench.harness.chat.messages.send(draft, from: bench.harness.number(of: "bob"))
        func given() throws -> [String] {
            let (now, ann) = (bench.harness.now, bench.ann)
            let history = History(cursor: 0, direction: .older, limit: 9, cutoff: 0, now: now)
            let reader = MessageReader(user: UserID("ann")!, account: ann, cutoff: 0, now: now)
            let positions = StreamPositions(user: 0, conversations: ["c2c_bob": 0])
            let login = try bench.harness.chat.devices.logIn(
                UserID("ann")!, device: "d", issuedAt: .max, resuming: positions)
            let resumed = login.resumption?.conversations.map { StreamSnapshot($0.stream, MessageSnapshot.init) }
            return [
                try bench.list().map { "\($0.last?.message.body ?? "")" }.joined(),
                try bench.harness.page(history, of: "bob", for: "ann").messages.map(\.message.body).joined(),
                try reader.messages([String(sent.message.id)], in: bench.harness.chat.work.store)
                    .map { $0.view?.message.body ?? "none" }.joined(),
                "\(resumed?.first?.verdict == .recovered([]))",
            ]
        }
        let body = draft.body
        bench.harness.now += 59_999
        #expect(try given() == [body, body, body, "false"])
        bench.harness.now += 1
        #expect(try given() == ["{}", "", "none", "true"])
        #expect(try bench.list().map(\.unreadCount) == [1])
        try bench.harness.chat.sweep()
        #expect(try given() == ["{}", "", "none", "true"])
        #expect(try bench.list().map(\.unreadCount) == [0])
    }

    @Test(arguments: [-1, 0, 1] as [Milliseconds])
    func `M-04, X-59: at the end of its time a message is recalled and counts no more, or was there no more`(
        late: Milliseconds
    ) throws {
        var options = ChatOptions()
        (options.messageDays, options.recallSeconds) = (2, -1)
        let bench = try Bench(options)
        for id in ["m1", "m2"] { try bench.send("bob", "ann", id) }
        let sent = try #require(try bench.harness.message("m1", of: "bob"))
        bench.harness.now = sent.stamp.time + Self.day * 2 + late
        let bob = try bench.harness.number(of: "bob")
        // The sweep and the recall may come in any order.
        if late == 0 { try bench.harness.chat.sweep() }
        func recall() throws {
            _ = try bench.harness.chat.edits.recall(sent, in: .c2c(UserID("ann")!), reason: nil, by: bob)
        }
        if late <= 0 { try recall() } else { expectRefused { try recall() } }
        for _ in 0..<2 {
            #expect(try bench.list().map(\.unreadCount) == [late <= 0 ? 1 : 2])
            #expect(try bench.list().map(\.change) == [late <= 0 ? 1 : 0])
            try bench.harness.chat.sweep()
            try bench.harness.restart()
        }
        bench.harness.now += Self.day
        try bench.harness.chat.sweep()
        #expect(try bench.harness.storedMessages() == ["m2"])
        #expect(try bench.list().map(\.unreadCount) == [late <= 0 ? 1 : 2])
    }

    @Test(arguments: ["list", "total", "get", "pin", "delete", "log in", "send", "sweep"])
    func `X-58, C-29: the total is told, by whatever request an expired conversation is found`(finder: String) throws {
        let bench = try Bench()
        for id in ["m1", "m2"] { try bench.send("bob", "ann", id) }
        #expect(try bench.totals(of: "ann") == [2])
        bench.harness.now += Self.day * 7
        let (chat, bob) = (bench.harness.chat, ConversationID.c2c(UserID("bob")!))
        var expected: [Int64] = [0]
        switch finder {
        case "list": #expect(try bench.list().isEmpty)
        case "total": #expect(try chat.conversationLists.total(of: bench.ann) == 0)
        case "get": expectRefused { try chat.conversationLists.view(bob, for: bench.ann) }
        case "pin": expectRefused { try chat.conversationLists.pin(bob, true, of: bench.ann) }
        case "delete": try chat.conversationLists.delete([bob], of: bench.ann)
        case "log in":
            #expect(try chat.devices.logIn(UserID("ann")!, device: "d", issuedAt: .max, resuming: nil).total == 0)
        case "send":
            try bench.send("bob", "ann", "m3")
            expected = [1]
        default: try chat.sweep()
        }
        #expect(try bench.totals(of: "ann") == expected)
        _ = try bench.list()
        #expect(try bench.totals(of: "ann") == [])
    }

    @Test func `X-58: back by its next message with the same total, nothing is told of it`() throws {
        let bench = try Bench()
        try bench.send("bob", "ann", "m1")
        #expect(try bench.totals(of: "ann") == [1])
        bench.harness.now += Self.day * 7
        try bench.send("bob", "ann", "m2")
        #expect(try bench.list().map(\.unreadCount) == [1])
        #expect(try bench.totals(of: "ann") == [])
    }

    @Test func `who has been deleted or disabled meanwhile is refused, and nothing comes of it`() throws {
        let bench = try Bench()
        let chat = bench.harness.chat
        let draft = GroupDraft(
            kind: .group, info: GroupInfo(name: "g"), style: .publicOpen, maxUsers: 9, needsConfirmation: true,
            invitees: [], message: "")
        let group = try chat.groupLife.createGroup(draft, by: bench.harness.number(of: "bob")).id
        for end in [chat.accountAdministration.delete, { try chat.accountAdministration.disable($0, true) }] {
            #expect(try end(UserID("ann")!))
            _ = try bench.harness.takeEffects()
            expectRefused { try bench.send("ann", "bob", "m1") }
            expectRefused { try chat.conversationLists.total(of: bench.ann) }
            expectRefused {
                try chat.conversationLists.setOption(.refuse, towards: ["bob"], of: bench.ann)
            }
            expectRefused { try chat.groupLife.createGroup(draft, by: bench.ann) }
            expectRefused { try chat.groupJoins.join(group, reason: "", by: bench.ann) }
            #expect(try bench.harness.takeEffects().isEmpty)
            _ = try chat.accountAdministration.create(UserID("ann")!)
            _ = try chat.accountAdministration.disable(UserID("ann")!, false)
            #expect(try bench.list().isEmpty)
        }
    }

    @Test func `X-07: of a former life's stream nothing is given, and no position in it is gone on from`() throws {
        let bench = try Bench()
        let (chat, ann) = (bench.harness.chat, UserID("ann")!)
        try bench.send("ann", "bob", "m1")
        try chat.conversationLists.acknowledge(.c2c(ann), upTo: bench.harness.now, of: bench.harness.number(of: "bob"))
        let head = try chat.devices.logIn(ann, device: "d", issuedAt: .max, resuming: nil).streamSeq
        #expect(head == 2)
        #expect(try chat.accountAdministration.delete(ann))
        for position in (0...head.rawValue).map({ Seq($0) }) {
            let login = try chat.devices.logIn(
                ann, device: "d", issuedAt: .max, resuming: StreamPositions(user: position))
            guard case .reset(from: head + 2, _) = login.resumption!.user.verdict else {
                Issue.record("from \(position): \(login.resumption!.user.verdict)")
                continue
            }
            expectRefused {
                try chat.devices.events(of: bench.ann, on: "d", after: position, limit: 9)
            }
        }
        try bench.send("ann", "bob", "m2")
        let page = try chat.devices.events(of: bench.ann, on: "d", after: head + 1, limit: 9)
        #expect(page.events.map(\.seq) == [head + 2])
    }

    @Test(arguments: [true, false])
    func `C-Q09, X-59: what retention has taken counts as read once the user reads on`(isSwept: Bool) throws {
        var options = ChatOptions()
        options.messageDays = 2
        let bench = try Bench(options)
        for number in 1...4 { try bench.send("bob", "ann", "m\(number)") }
        bench.harness.now += Self.day * 3
        for number in 5...6 { try bench.send("bob", "ann", "m\(number)") }
        #expect(try bench.list().map(\.unreadCount) == [6])
        if isSwept { try bench.harness.chat.sweep() }
        #expect(try bench.harness.chat.conversationLists.markRead(.c2c(UserID("bob")!), upTo: 1, of: bench.ann) == 2)
        #expect(try bench.list().map(\.unreadCount) == [2])
    }

    @Test func `X-57: reading what has been deleted sends no receipt`() throws {
        let bench = try Bench()
        let (chat, bob) = (bench.harness.chat, ConversationID.c2c(UserID("bob")!))
        for id in ["m1", "m2"] { try bench.send("bob", "ann", id) }
        try chat.conversationLists.delete([bob], of: bench.ann)
        try bench.send("bob", "ann", "m3")
        _ = try bench.harness.takeEffects()
        #expect(try chat.conversationLists.markRead(bob, upTo: 2, of: bench.ann) == 1)
        #expect(try bench.harness.takeEffects().isEmpty)
    }

    @Test func `the history with one who is gone is empty for nobody but those who had one`() throws {
        let bench = try Bench()
        try bench.send("bob", "ann", "m1")
        _ = try bench.harness.chat.accountAdministration.create(UserID("cid")!)
        #expect(try bench.harness.chat.accountAdministration.delete(UserID("bob")!))
        let history = History(cursor: 0, direction: .older, limit: 9, cutoff: 0, now: bench.harness.now)
        #expect(try bench.harness.page(history, of: "bob", for: "ann").messages.map(\.from.text) == ["bob"])
        expectRefused { try bench.harness.page(history, of: "bob", for: "cid") }
    }

    @Test func `X-07: events beyond the limit are not given, though they are still there`() throws {
        var options = ChatOptions()
        options.eventsPerUser = 5
        let bench = try Bench(options)
        try bench.send("bob", "ann", "m1")
        for round in 1...8 {
            try bench.harness.chat.conversationLists.pin(.c2c(UserID("bob")!), round % 2 == 1, of: bench.ann)
        }
        expectRefused {
            try bench.harness.chat.devices.events(of: bench.ann, on: "d", after: 3, limit: 9)
        }
        #expect(
            try bench.harness.chat.devices.events(of: bench.ann, on: "d", after: 4, limit: 9).events.map(\.seq)
                == [
                    5, 6, 7, 8, 9,
                ])
    }
}

extension EdgeTests {
    @Test func `T-Q16, X-10: what release 0.1 has stored is recognised again`() throws {
        let bench = try Bench()
        let chat = bench.harness.chat
        try bench.send("bob", "ann", "m1")
        let key = chat.work.digestKey
        func request(_ data: String) throws -> Repeatable {
            let data = try JSONDocument().parse(data).digest(key)
            let pin = Operation("conversation.pin", "", roles: .user)
            return Repeatable(caller: "ann", key: "k", operation: pin, user: UserID("ann"), data: data, key)
        }
        try chat.repeatedRequests.remember("{}", to: request(#"{"a":1,"b":2}"#))
        try chat.work.store.execute("UPDATE message_dedup SET digest = NULL")
        try chat.work.store.execute(
            """
            UPDATE idempotency_key SET digest = NULL, request = '{"op":"conversation.pin","data":{"a":1,"b":2}}'
            """)

        try bench.send("bob", "ann", "m1")
        let other = Draft(to: "ann", "m1", body: #"{"text":"other"}"#)
        expectRefused { try chat.messages.send(other, from: bench.harness.number(of: "bob")) }
        #expect(try bench.harness.storedMessages() == ["m1"])
        #expect(try chat.repeatedRequests.formerReply(to: request(#"{"b":2,"a":1}"#)) == "{}")
        expectRefused { try chat.repeatedRequests.formerReply(to: request(#"{"a":1}"#)) }
    }

    @Test func `D-10: a user has a thousand stars, and one ends with its message, which may be kept no longer by then`()
        throws
    {
        var options = ChatOptions()
        options.messageDays = 1
        let bench = try Bench(options)
        let (reactions, bob) = (bench.harness.chat.reactions, try bench.harness.number(of: "bob"))
        func star(_ draft: Draft) throws {
            let sent = try bench.harness.chat.messages.send(draft, from: bob)
            try reactions.star(sent.message.id, in: .c2c(UserID("bob")!), by: bench.ann)
        }
        func stars() throws -> [String] {
            try reactions.stars(of: bench.ann, before: nil, limit: 100, bytes: .max).messages.map(\.message.clientID)
        }
        try star(Draft(to: "ann", "brief", expireSeconds: 3 * 86_400))
        try star(Draft(to: "ann", "long"))
        bench.harness.now += Self.day * 2
        try bench.harness.chat.sweep()
        #expect(try stars() == ["long", "brief"])
        bench.harness.now += Self.day
        #expect(try stars() == ["long"])
        try bench.harness.chat.sweep()
        for number in 2...1_000 { try star(Draft(to: "ann", "m\(number)")) }
        #expect {
            try star(Draft(to: "ann", "m1001"))
        } throws: { error in
            error.refusal?.code == .tooMany
        }
    }
}

/// Ann and Bob.
private struct Bench {
    let harness: ChatStateHarness
    let ann: AccountNumber

    init(_ options: ChatOptions = ChatOptions()) throws {
        harness = try ChatStateHarness(options)
        for user in ["ann", "bob"] {
            _ = try harness.chat.accountAdministration.create(UserID(user)!)
        }
        ann = try harness.number(of: "ann")
    }

    func send(_ user: String, _ peer: String, _ clientID: String) throws {
        _ = try harness.chat.messages.send(Draft(to: peer, clientID), from: harness.number(of: user))
    }

    func list() throws -> [ConversationView] {
        try harness.chat.conversationLists.list(of: ann, after: 0, count: 100).conversations
    }

    /// Those told since it was last asked.
    func totals(of user: String) throws -> [Int64] {
        try harness.takeEffects().compactMap { effect in
            guard let told = effect.content as? ConversationTotalUnreadChanged, effect.recipient.text == user else {
                return nil
            }
            return told.total
        }
    }
}
