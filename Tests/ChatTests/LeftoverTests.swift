import Domain
import Storage
import Testing

@testable import Chat

/// What a feature has kept is deleted in time, also after it was switched off, and however much it is.
struct LeftoverTests {
    private let harness: ChatStateHarness

    init() throws {
        harness = try ChatStateHarness()
    }

    private var store: any Transaction { harness.chat.work.store }

    private func count(_ table: SQL) throws -> Int64 {
        var count: Int64 = 0
        try store.query(table) { row in count = row.integer(0) }
        return count
    }

    /// To the second of a minute in which leftovers are looked for, or to the one before.
    private func move(toLeftovers: Bool) {
        let seconds = harness.now.seconds.rawValue
        harness.now += Milliseconds(((toLeftovers ? 59 : 58) - seconds % 60 + 60) % 60 * 1_000)
    }

    @Test func `E-10, E-13: events are deleted and lose their details though no events are configured any more`() throws
    {
        let user = UserID("ann")!
        _ = try harness.chat.accountAdministration.create(user)
        let account = try harness.number(of: "ann")
        let events: SQL = "SELECT count(*) FROM event"
        try store.execute(
            "INSERT INTO event (id, kind, subject, account, value, detail) VALUES (1, 1, 1, $1, 1, 'phone')",
            [.integer(account)])
        move(toLeftovers: false)
        try harness.chat.sweep(.backendEvents)
        #expect(try count(events) == 1)
        _ = try harness.chat.accountAdministration.delete(user)
        #expect(try count("SELECT count(*) FROM event WHERE detail IS NOT NULL") == 0)
        move(toLeftovers: true)
        try harness.chat.sweep(.backendEvents)
        #expect(try count(events) == 0)
    }

    @Test func `devices and settings are deleted though nothing is pushed any more`() throws {
        let (devices, settings): (SQL, SQL) = (
            "SELECT count(*) FROM push_address", "SELECT count(*) FROM setting_history"
        )
        try store.execute(
            """
            INSERT INTO push_address (id, account, device, platform, provider, token, gone)
                VALUES (1, 1, 'phone', 'ios', 'apns', 'secret', 1)
            """)
        try store.execute(
            "INSERT INTO setting_history (id, account, conversation, kind, value) VALUES (1, 1, 1, 1, 1)")
        move(toLeftovers: true)
        for subject in [SweepSubject.pushes, .pushAddresses, .settingLog] { try harness.chat.sweep(subject) }
        #expect(try count(devices) == 0 && count(settings) == 0)
    }

    @Test func `what is deleted in pieces says whether there is more`() throws {
        try store.execute(
            """
            WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 5000)
            INSERT INTO idempotency_key (caller, key, stamp, request, reply) SELECT 'ann', n, n, '', '{}' FROM number
            """)
        var pieces = 1
        while try harness.chat.sweep(.repeatedRequests) { pieces += 1 }
        #expect(pieces == 3)
        #expect(try count("SELECT count(*) FROM idempotency_key") == 0)
    }

    @Test func `deleting an account looks at its own events alone`() throws {
        var plan = ""
        try store.query(
            "EXPLAIN QUERY PLAN UPDATE event SET detail = NULL WHERE account = $1 AND detail IS NOT NULL", [.integer(1)]
        ) { row in plan += row.text(3) }
        #expect(plan.contains("event_detail"), "\(plan)")
    }
}
