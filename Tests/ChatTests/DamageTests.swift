import ClientProtocol
import Domain
import Testing

@testable import Chat
@testable import Storage

/// Rows that another program has written: what meets them by itself goes on without them.
struct DamageTests {
    private let harness: ChatStateHarness
    private var options = ChatOptions()
    private var chat: ChatState { harness.chat }

    init() throws {
        options.hasPushes = true
        harness = try ChatStateHarness(options)
        for user in ["ann", "bob", "carol", "dave"] { _ = try chat.accountAdministration.create(UserID(user)!) }
        for user in ["bob", "carol"] {
            try chat.pushes.register(
                "token-\(user)", at: PushService(.webhook), device: "phone", .ios, of: harness.number(of: user))
        }
    }

    private func write(_ sql: SQL, _ values: SQLValue...) throws { try chat.work.store.execute(sql, values) }

    @discardableResult
    private func send(_ id: String, from sender: String = "ann", to peer: String) throws -> MessageNumber {
        harness.now += 1
        defer { chat.work.clearEffects() }
        let message = try chat.messages.send(Draft(to: peer, id), from: harness.number(of: sender)).message.id
        try chat.finish()
        return message
    }

    private func expectCorrupt(_ work: () throws -> Void) {
        #expect {
            try work()
        } throws: { error in
            if case .store(let error)? = error as? CommandError { return error.kind == .corrupt }
            return (error as? StoreError)?.kind == .corrupt
        }
    }

    @Test func `X-59: a damaged event keeps no other from being trimmed`() throws {
        for user in ["bob", "carol", "dave"] {
            try send("to \(user)", to: user)
            try pin(user)
        }
        let bob = try harness.number(of: "bob")
        try write("UPDATE stream_event SET stamp = 'damaged' WHERE id >> 32 = $1", .integer(bob))
        let before = try count("SELECT count(*) FROM stream_event")
        harness.now += .days(options.streamDays + 1)
        for _ in 1...3 { try chat.sweep() }
        #expect(try count("SELECT count(*) FROM stream_event") < before)
    }

    @Test func `a subject of the sweep that meets a damaged row keeps no other from its turn`() throws {
        try send("one", to: "bob")
        try write("UPDATE membership SET receive_option = 99")
        try harness.commit()
        try harness.restart()
        _ = try chat.accounts.caller(harness.number(of: "bob"))
        expectCorrupt { _ = try chat.conversationLists.total(of: harness.number(of: "bob")) }
        harness.now += .days(options.messageDays + 1)
        for subject in SweepSubject.allCases { try chat.sweep(subject) }
    }

    @Test func `M-36: a damaged message keeps no other from its end`() throws {
        for (sender, receiver) in [("ann", "bob"), ("carol", "dave")] {
            let draft = Draft(to: receiver, "m", expireSeconds: 1)
            let sent = try chat.messages.send(draft, from: harness.number(of: sender))
            guard sender == "ann" else { continue }
            try write("UPDATE message SET kind = 99 WHERE id = $1", .integer(sent.message.id))
        }
        try harness.commit()
        try harness.restart()
        harness.now += 1_000
        try chat.sweep(.expiredMessages)
        #expect(try count("SELECT count(*) FROM message WHERE body = '{}'") == 1)
        #expect(try count("SELECT count(*) FROM expiring_message") == 0)
    }

    @Test func `M-36: a damaged list of one whom a message names keeps no message from its end`() throws {
        let ann = try harness.number(of: "ann")
        let group = try chat.groupLife.createGroup(
            GroupDraft(
                kind: .superGroup, info: GroupInfo(name: "g"), style: .publicOpen, maxUsers: 10,
                needsConfirmation: false,
                invitees: ["bob", "carol"], message: ""), by: ann)
        var draft = Draft(
            target: .group(group.id), clientID: "named", kind: .text, settings: .standard, body: #"{"text":"hi"}"#,
            mentions: ["bob", "carol"])
        draft.expireSeconds = 1
        _ = try chat.messages.send(draft, from: ann)
        _ = try chat.messages.send(Draft(to: "dave", "later", expireSeconds: 1), from: ann)
        try chat.finish()
        try write(
            "UPDATE membership SET receive_option = 99 WHERE id >> 32 = $1", .integer(harness.number(of: "bob")))
        try harness.commit()
        harness.now += 1_000
        try harness.restart()
        try chat.sweep(.expiredMessages)
        #expect(try count("SELECT count(*) FROM message WHERE client_id IN ('named', 'later') AND body = '{}'") == 2)
        #expect(try count("SELECT count(*) FROM expiring_message") == 0)
        #expect(
            try count(
                """
                SELECT count(*) FROM membership JOIN account ON account.id = membership.id >> 32
                WHERE account.name = 'carol' AND mentions <> ''
                """) == 0)
    }

    @Test func `a damaged message is pushed to nobody, and the others are`() throws {
        let (first, second) = (try send("one", to: "bob"), try send("two", to: "carol"))
        try write("UPDATE message SET kind = 99 WHERE id = $1", .integer(first))
        try harness.commit()
        let decisions = try PushDecider(options).decisions(in: chat.work.store)
        #expect(decisions.map(\.message) == [first, second])
        #expect(decisions.map(\.pushes.count) == [0, 1])
        #expect(decisions.map(\.damages.count) == [1, 0])
        #expect(decisions[0].damages[0].message.hasPrefix("a row of message is not as it was written: kind holds 99"))
        for decision in decisions { try chat.pushes.put(decision.pushes[...], of: decision, isLast: true) }
        #expect(try PushDecider(options).decisions(in: chat.work.store).isEmpty)
    }

    @Test func `a damaged push is void, and the others leave`() throws {
        for user in ["bob", "carol"] { try send("to \(user)", to: user) }
        for decision in try PushDecider(options).decisions(in: chat.work.store) {
            try chat.pushes.put(decision.pushes[...], of: decision, isLast: true)
        }
        try write("UPDATE push SET badge = 'damaged' WHERE id = (SELECT min(id) FROM push)")
        try write("UPDATE push SET due = 'damaged' WHERE id = 0")
        let page = try PushOutbox.due(
            at: PushService(.webhook), now: harness.now, cutoff: 0, limit: 10, except: [], conversationPeriod: .days(7),
            in: chat.work.store)
        #expect(page.pushes.map(\.user.text) == ["carol"])
        #expect(page.void.count == 1 && page.damages.count == 1)
    }

    @Test func `a damaged setting of one receiver keeps no push from others`() throws {
        let message = try send("to bob", to: "bob")
        try write("INSERT INTO setting_history VALUES ($1, 4, 1, 99, 0)", .integer(message.next))
        let decisions = try PushDecider(options).decisions(in: chat.work.store)
        #expect(decisions.map(\.pushes.count) == [1])
        #expect(decisions.map(\.damages.count) == [1])
    }

    @Test func `a damaged job ends, and the next one is done`() throws {
        let (ann, bob) = (try harness.number(of: "ann"), try harness.number(of: "bob"))
        try write("INSERT INTO job VALUES (1, 99, $1, 1, 0, 0, 0)", .integer(ann))
        try write("INSERT INTO job VALUES (2, 1, $1, 1, 0, 0, 0)", .integer(bob))
        try harness.commit()
        expectCorrupt { _ = try chat.jobs.carryOn() }
        try harness.rollBack()
        #expect(try chat.jobs.giveUp() == nil)
        try harness.commit()
        #expect(try chat.jobs.carryOn() == UserID("bob"))
        #expect(try chat.jobs.carryOn() == nil)
        #expect(try count("SELECT count(*) FROM job") == 0)
    }

    @Test func `an unknown visibility is no visibility`() throws {
        try write("INSERT INTO setting VALUES ('visibility', 99)")
        expectCorrupt {
            _ = try HostedProfileQueries.some(
                of: ["ann"], for: harness.number(of: "bob"), standard: .everyone, in: chat.work.store)
        }
    }

    @Test(
        arguments: [
            "UPDATE conversation SET last = 9223372036854775807", "UPDATE message SET previous = id",
            "UPDATE message SET seq = 4294967295", "UPDATE message SET counted = 9223372036854775807",
            "UPDATE membership SET unread_base = -9223372036854775808", "UPDATE membership SET unread_ignored = '9-1'",
            "UPDATE membership SET unread_ignored = '1- 5-9'",
            "UPDATE membership SET held = '-9223372036854775808-3'", "UPDATE membership SET mentions = '-1'",
            "UPDATE contact SET kind = 99",
        ] as [SQL])
    func `a number that no gateway writes is damage`(change: SQL) throws {
        try send("one", to: "bob")
        _ = try chat.friends.block(["bob"], of: harness.number(of: "ann"))
        try write(change)
        try harness.restart()
        expectCorrupt {
            _ = try chat.conversationLists.markRead(.c2c(UserID("ann")!), upTo: nil, of: harness.number(of: "bob"))
            try send("two", to: "bob")
        }
    }

    private func pin(_ user: String) throws {
        harness.now += 1
        let number = try harness.number(of: user)
        for isPinned in [true, false] {
            try chat.conversationLists.pin(.c2c(UserID("ann")!), isPinned, of: number)
        }
        try chat.finish()
        chat.work.clearEffects()
    }

    private func count(_ sql: SQL) throws -> Int64 {
        var count: Int64 = 0
        try chat.work.store.query(sql) { row in count = row.integer(0) }
        return count
    }
}
