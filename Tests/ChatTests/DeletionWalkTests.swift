import ClientProtocol
import Domain
import Testing

@testable import Chat
@testable import Storage

/// M-28: what is looked through for the last message that is left.
struct DeletionWalkTests {
    private let harness: ChatStateHarness
    private var chat: ChatState { harness.chat }

    init() throws {
        harness = try ChatStateHarness()
        for user in ["ann", "bob"] { _ = try chat.accountAdministration.create(UserID(user)!) }
    }

    @discardableResult
    private func send(_ id: String, expireSeconds: Int? = nil) throws -> MessageNumber {
        let draft = Draft(to: "bob", id, expireSeconds: expireSeconds)
        defer { chat.work.clearEffects() }
        let message = try chat.messages.send(draft, from: harness.number(of: "ann")).message.id
        try chat.finish()
        return message
    }

    private func lastAfterDeleting(_ message: MessageNumber) throws -> String? {
        let bob = try harness.number(of: "bob")
        _ = try chat.messageChanges.delete([message], in: .c2c(UserID("ann")!), of: bob)
        try chat.finish()
        chat.work.clearEffects()
        let list = try chat.conversationLists.list(of: bob, after: 0, count: 9)
        return list.conversations.first?.last?.message.clientID
    }

    @Test func `M-28: an older message is found behind many that have expired`() throws {
        try send("kept")
        for number in 1...300 { try send("gone \(number)", expireSeconds: 1) }
        harness.now += 2_000
        while try chat.sweep(.expiredMessages) {}
        #expect(try lastAfterDeleting(send("deleted")) == "kept")
    }

    @Test func `M-28: of those that the user never saw so many are passed over, at a bounded cost`() throws {
        let bob = try harness.number(of: "bob")
        try send("kept")
        _ = try chat.conversationLists.setOption(.refuse, towards: ["ann"], of: bob)
        for number in 1...3_000 { try send("unseen \(number)") }
        _ = try chat.conversationLists.setOption(.receive, towards: ["ann"], of: bob)
        let last = try send("deleted")
        let counting = CountingTransaction(chat.work.store)
        let store = chat.work.store
        chat.work.store = counting
        _ = try chat.messageChanges.delete([last], in: .c2c(UserID("ann")!), of: bob)
        chat.work.store = store
        #expect(counting.queries < 60)
    }

    @Test func `M-09: many changes that nobody asks for any more go in one sweep`() throws {
        let rows: SQL = """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
            INSERT INTO message_change SELECT (99 << 32) + i, i, i, i, 0, NULL FROM n
            """
        try chat.work.store.execute(rows, [])
        #expect(try chat.sweep(.messageChanges))
        #expect(try !chat.sweep(.messageChanges))
        var left: Int64 = -1
        try chat.work.store.query("SELECT count(*) FROM message_change", []) { row in left = row.integer(0) }
        #expect(left == 0)
    }
}
