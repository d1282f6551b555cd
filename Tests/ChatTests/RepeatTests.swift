import ClientProtocol
import Domain
import Storage
import TestSupport
import Testing

@testable import Chat
@testable import Storage

/// How long the ids are kept by which repeats of messages are found.
struct RepeatTests {
    private static let hour: Milliseconds = 3_600_000

    private let harness: ChatStateHarness

    init() throws {
        var options = ChatOptions()
        options.retryHours = 1
        harness = try ChatStateHarness(options)
        for user in ["ann", "bob"] { _ = try harness.chat.accountAdministration.create(UserID(user)!) }
    }

    private func send(_ clientID: String, _ body: String = #"{"text":"hello"}"#) throws -> MessageNumber {
        let draft = Draft(to: "ann", clientID, body: body)
        return try harness.chat.messages.send(draft, from: harness.number(of: "bob")).message.id
    }

    private func ids() throws -> [String] {
        var ids: [String] = []
        try harness.chat.work.store.query("SELECT client_id FROM message_dedup ORDER BY client_id") { row in
            ids.append(row.text(0))
        }
        return ids
    }

    @Test func `T-Q16: after retryHours an id may name another message, which is the one that is repeated then`() throws
    {
        let first = try send("m1")
        harness.now += Self.hour - 1
        #expect(try send("m1") == first)
        harness.now += 2
        let second = try send("m1", #"{"text":"other"}"#)
        #expect(second > first)
        #expect(try send("m1", #"{"text":"other"}"#) == second)
        #expect(throws: CommandError.self) { try send("m1") }
        #expect(try harness.storedMessages() == ["m1", "m1"])
    }

    @Test func `T-Q16: a sweep goes through all ids, a piece at a time, and drops those that are too old`() throws {
        _ = try send("fresh")
        // Three pieces, in an order that has nothing to do with their age.
        try harness.chat.work.store.execute(
            """
            WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 5000)
            INSERT INTO message_dedup (client_id, account, message) SELECT 'old' || n, 1, n FROM number
            """)
        for expected in [3_002, 1_002, 1] {
            try harness.chat.sweep(.messages)
            #expect(try ids().count == expected)
        }
        #expect(try ids() == ["fresh"])
    }

    @Test func `T-Q16: after a sweep of the ids the next one waits for retryHours`() throws {
        _ = try send("m1")
        harness.now += Self.hour - 1
        try harness.chat.sweep(.messages)
        harness.now += Self.hour - 1
        try harness.chat.sweep(.messages)
        #expect(try ids() == ["m1"])
        harness.now += 1
        try harness.chat.sweep(.messages)
        #expect(try ids().isEmpty)
    }
}
