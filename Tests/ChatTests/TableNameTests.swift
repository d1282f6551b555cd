import CSQLite
import Storage
import TestSupport
import Testing

@testable import Chat
@testable import Storage

/// A store from before release 0.2 has other names for tables and columns.
struct TableNameTests {
    private static let renamed = [
        "handled": "idempotency_key", "sent": "message_dedup", "circle": "relation_count",
        "request": "friend_request", "team_number": "group_counter", "team": "chat_group",
        "team_event": "group_event", "team_receipt": "group_receipt", "application": "join_request",
        "push_order": "push_job", "push_fact": "setting_history",
    ]

    @Test func `a store with rows in all tables keeps every value under the new names`() throws {
        let folder = try TemporaryFolder()
        let directory = folder.path("store")
        try migrate(directory, to: 7)
        let file = try DatabaseFile("\(directory)/martlet.sqlite")
        for table in try file.tables() { try file.fill(table) }
        let former = try file.contents()
        #expect(former.count >= 40 && former.allSatisfy { !$0.value.isEmpty })
        file.close()

        try migrate(directory, to: 8)
        let migrated = try DatabaseFile("\(directory)/martlet.sqlite")
        defer { migrated.close() }
        let current = try migrated.contents()
        #expect(Set(current.keys) == Set(former.keys.map { Self.renamed[$0] ?? $0 }))
        for (table, rows) in former {
            #expect(current[Self.renamed[table] ?? table] == rows, "\(table)")
        }
        let words =
            /\b(team|circle|handled|sent|application|request_other|push_fact|push_order|unread_holds|news_from)(_\w+)?\b/
        for sql in try migrated.rows("SELECT sql FROM sqlite_master WHERE name NOT LIKE 'martlet%' AND sql IS NOT NULL")
        {
            #expect(sql.firstMatch(of: words) == nil, "\(sql)")
        }
    }

    private func migrate(_ directory: String, to last: Int) throws {
        let directory = try DataDirectory(directory)
        defer { directory.release() }
        let writer = try directory.openWriter()
        defer { writer.close() }
        try writer.migrate(Migrations(Array(Schema.migrations.steps.prefix(last))))
    }
}

/// The file itself, since the store's own statements are fixed texts.
private final class DatabaseFile {
    private struct Failure: Error {
        let text: String
    }

    private var handle: OpaquePointer?

    init(_ path: String) throws {
        guard isSQLiteConfigured, sqlite3_open(path, &handle) == SQLITE_OK else {
            throw Failure(text: "cannot open \(path)")
        }
    }

    func close() { sqlite3_close(handle) }

    /// The columns of each row, as SQL writes them.
    func rows(_ sql: String) throws -> [String] {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else {
            throw Failure(text: "\(String(cString: sqlite3_errmsg(handle))): \(sql)")
        }
        defer { sqlite3_finalize(statement) }
        var rows: [String] = []
        while sqlite3_step(statement) == SQLITE_ROW {
            let columns = (0..<sqlite3_column_count(statement)).map { column in
                sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "NULL"
            }
            rows.append(columns.joined(separator: "|"))
        }
        return rows
    }

    func tables() throws -> [String] {
        try rows(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'martlet%' AND name NOT LIKE 'sqlite%'"
        )
    }

    /// Two rows, in which each value is another. Tables of one row take one.
    func fill(_ table: String) throws {
        let types = try rows("SELECT type FROM pragma_table_info('\(table)')")
        for row in 1...2 {
            let values = types.enumerated().map { column, type in
                switch type {
                case "INTEGER": column == 0 ? "\(row)" : "\(100 * column + row)"
                case "TEXT": "'\(table) \(column) \(row)'"
                default: "x'0\(row)'"
                }
            }
            _ = try rows("INSERT OR IGNORE INTO \(table) VALUES (\(values.joined(separator: ", ")))")
        }
    }

    /// By table.
    func contents() throws -> [String: [String]] {
        var contents: [String: [String]] = [:]
        for table in try tables() {
            let count = try rows("SELECT name FROM pragma_table_info('\(table)')").count
            let order = (1...count).map(String.init).joined(separator: ", ")
            contents[table] = try rows("SELECT * FROM \(table) ORDER BY \(order)")
        }
        return contents
    }
}
