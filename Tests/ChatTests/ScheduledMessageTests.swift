import ClientProtocol
import Domain
import Storage
import Testing

@testable import Chat

/// What backends want to be sent later, in the store.
struct ScheduledMessageTests {
    private let harness: ChatStateHarness
    private var chat: ChatState { harness.chat }

    init() throws {
        harness = try ChatStateHarness()
        for user in ["ann", "bob", "cid"] { _ = try harness.chat.accountAdministration.create(UserID(user)!) }
    }

    @discardableResult private func schedule(_ clientID: String, to peer: String, in time: Milliseconds) throws -> Stamp
    {
        let outcome = try chat.scheduledMessages.schedule(
            Draft(to: peer, clientID), as: .user(UserID("ann")!), at: harness.now + time)
        guard case .waits(let message) = outcome else { preconditionFailure("it was sent") }
        return message.id
    }

    private func sent(to peer: String) throws -> [String] {
        let history = History(cursor: 0, direction: .newer, limit: 100, cutoff: 0, now: harness.now)
        return try harness.page(history, of: peer, for: "ann").messages.map(\.message.clientID)
    }

    private func write(_ sql: SQL, _ values: SQLValue...) throws {
        #expect(try chat.work.store.execute(sql, values) > 0)
    }

    @Test func `M-44: 10,000 wait, and no more; one that is sent or cancelled makes room`() throws {
        for number in 1...10_000 { try schedule("m\(number)", to: "bob", in: number == 1 ? 1_000 : .days(9)) }
        for _ in 1...2 {
            #expect(throws: CommandError.self) { try schedule("one more", to: "bob", in: 5_000) }
            try harness.restart()
        }
        let last = try schedule("m10000", to: "bob", in: .days(9))
        _ = try chat.scheduledMessages.cancel(last)
        try schedule("two more", to: "bob", in: 5_000)
        harness.now += 1_000
        try chat.sweep()
        #expect(try sent(to: "bob") == ["m1"])
        try schedule("three more", to: "bob", in: 5_000)
    }

    @Test func `M-40: more than a piece are all sent, in the order of their times`() throws {
        for number in (1...150).reversed() { try schedule("m\(number)", to: "bob", in: Milliseconds(number)) }
        harness.now += 1_000
        #expect(try chat.sweep(.scheduledMessages) && chat.sweep(.scheduledMessages))
        #expect(try !chat.sweep(.scheduledMessages))
        #expect(try sent(to: "bob") == (1...100).map { "m\($0)" })
        #expect(try chat.conversationLists.total(of: harness.number(of: "bob")) == 150)
    }

    @Test func `a damaged row keeps no other message from being sent`() throws {
        let first = try schedule("damaged", to: "bob", in: 1)
        try schedule("to bob", to: "bob", in: 2)
        try write("UPDATE scheduled_message SET kind = 99 WHERE id = $1", .integer(first))
        harness.now += 1_000
        try chat.sweep()
        #expect(try sent(to: "bob") == ["to bob"])
    }

    @Test func `M-43: a receiver whose row is damaged keeps no other from its message`() throws {
        try schedule("to bob", to: "bob", in: 1)
        try schedule("to cid", to: "cid", in: 2)
        _ = try chat.messages.send(Draft(to: "bob", "m"), from: harness.number(of: "ann"))
        try write(
            "UPDATE membership SET receive_option = 99 WHERE id >> 32 = $1", .integer(harness.number(of: "bob")))
        try harness.restart()
        harness.now += 1_000
        #expect(throws: CommandError.self) { try chat.sweep(.scheduledMessages) }
        try harness.rollBack()
        try chat.sweep(.scheduledMessages)
        #expect(chat.scheduledMessages.takeRefused().map(\.refusal.code) == [.internal])
        #expect(try sent(to: "cid") == ["to cid"])
    }
}
