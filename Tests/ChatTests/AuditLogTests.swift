import Domain
import Storage
import Testing

@testable import Chat

/// The rows of the audit log (A-09, A-10).
struct AuditLogTests {
    private let harness: ChatStateHarness

    init() throws {
        harness = try ChatStateHarness()
    }

    private func login(of user: String) -> AuditEntry {
        var entry = AuditEntry(
            time: harness.now, kind: .login, actor: "user:\(user)", address: "192.0.2.1", operation: "session.open")
        (entry.users, entry.device, entry.platform) = ([user], "phone", "ios")
        return entry.ended(AuditEntry.done)
    }

    private func entries(of user: String? = nil) throws -> [AuditEntry] {
        var filter = AuditFilter()
        filter.user = user
        return try AuditQueries.page(filter, before: nil, limit: 1_000, bytes: .max, in: harness.chat.work.store)
            .entries.map(\.entry)
    }

    @Test func `an entry is read as it was written`() throws {
        var entry = login(of: "anna")
        entry.users.append("b\"ert")
        entry.parameters = #"{"disabled":false}"#
        entry.reason = "1 of 2 refused"
        entry.count = 7
        try harness.chat.auditLog.record(entry)
        #expect(try entries() == [entry] && entries(of: "b\"ert") == [entry] && entries(of: "bert").isEmpty)
    }

    @Test func `a login that is written after its user was deleted does not say where that was`() throws {
        let anna = try #require(UserID("anna"))
        _ = try harness.chat.accountAdministration.create(anna)
        try harness.chat.auditLog.record(login(of: "anna"))
        _ = try harness.chat.accountAdministration.delete(anna)
        try harness.chat.auditLog.record(login(of: "anna"))
        let (late, early) = (try entries()[0], try entries()[1])
        #expect(early == login(of: "anna"))
        #expect(late.address.isEmpty && late.device.isEmpty && late.platform.isEmpty && late.users == ["anna"])
    }

    @Test func `what has been kept for long enough goes with its users, and nothing else`() throws {
        for _ in 0..<3 { try harness.chat.auditLog.record(login(of: "anna")) }
        harness.now += .days(60)
        try harness.chat.auditLog.record(login(of: "anna"))
        harness.now += .days(31)
        try harness.chat.sweep()
        #expect(try entries().count == 1 && entries(of: "anna").count == 1)
        var rows: Int64 = 0
        try harness.chat.work.store.query("SELECT count(*) FROM audit_user", []) { row in rows = row.integer(0) }
        #expect(rows == 1)
    }
}
