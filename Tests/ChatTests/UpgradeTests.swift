import TestSupport
import Testing

@testable import Chat
@testable import Storage

/// A store that the program of release 0.2 has made, with something of everything that it knew.
struct UpgradeTests {
    private static let renamedTables = [
        "handled": "idempotency_key", "sent": "message_dedup", "circle": "relation_count", "request": "friend_request",
        "team_number": "group_counter", "team": "chat_group", "team_event": "group_event",
        "team_receipt": "group_receipt", "application": "join_request", "push_order": "push_job",
        "push_fact": "setting_history",
    ]
    private static let renamedColumns = [
        "group_receipt.team": "group_number", "shared_file.team": "group_number", "join_request.team": "group_number",
        "membership.unread_holds": "unread_ignored", "subscription.news_from": "unblocked_at",
        "membership.is_marked_unread": "marks",
    ]

    private func store(in folder: TemporaryFolder) throws -> String {
        let directory = folder.path("store")
        try DataDirectory(directory).release()
        let file = try DatabaseFile("\(directory)/martlet.sqlite")
        try file.execute(repositoryFile("Tests/Fixtures/release-0.2.sql"))
        file.close()
        return directory
    }

    private func migrate(_ path: String, to migrations: Migrations = Schema.migrations) throws {
        let directory = try DataDirectory(path)
        defer { directory.release() }
        let writer = try directory.openWriter()
        defer { writer.close() }
        try writer.migrate(migrations)
    }

    @Test func `a store of release 0.2 keeps every value, where it is now`() throws {
        let folder = try TemporaryFolder()
        let path = try store(in: folder)
        let file = try DatabaseFile("\(path)/martlet.sqlite")
        let tables = try file.tables()
        let former = try file.contents()
        let columns = try Dictionary(uniqueKeysWithValues: tables.map { ($0, try file.columns(of: $0)) })
        file.close()
        #expect(former.count >= 40 && former.values.count { !$0.isEmpty } >= 30)
        try migrate(path)

        let migrated = try DatabaseFile("\(path)/martlet.sqlite")
        defer { migrated.close() }
        // A column of `sent` is no more: the number of the message tells the period.
        for table in tables where table != "sent" {
            let name = Self.renamedTables[table] ?? table
            let names = columns[table, default: []].map { Self.renamedColumns["\(name).\($0)"] ?? $0 }
            #expect(try migrated.rows(of: name, names) == former[table], "\(table)")
        }
        #expect(try migrated.rows("SELECT count(*) FROM message_dedup") == ["\(former["sent", default: []].count)"])
        #expect(try migrated.rows("SELECT number, name FROM martlet_migration").last == "24|release 0.4")
    }

    @Test func `an upgraded store has the tables of a new one`() throws {
        let folder = try TemporaryFolder()
        let (old, new) = (try store(in: folder), folder.path("new"))
        for path in [old, new] { try migrate(path) }
        let schemas = try [old, new].map { path in
            let file = try DatabaseFile("\(path)/martlet.sqlite")
            defer { file.close() }
            return Set(
                try file.rows("SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_master").map { row in
                    row.filter { !$0.isWhitespace && $0 != "\"" }
                })
        }
        #expect(schemas[0].count > 100)
        #expect(schemas[0].subtracting(schemas[1]) == [])
        #expect(schemas[1].subtracting(schemas[0]) == [])
    }

    @Test func `a store of no release is refused, and the message says what to do`() throws {
        let folder = try TemporaryFolder()
        let path = try store(in: folder)
        let file = try DatabaseFile("\(path)/martlet.sqlite")
        try file.execute("INSERT INTO martlet_migration VALUES (12, 'events for backends', '')")
        file.close()
        let error = #expect(throws: StoreError.self) { try migrate(path) }
        #expect(error?.message.contains("upgrades begin with release 0.2") == true, "\(String(describing: error))")
    }
}
