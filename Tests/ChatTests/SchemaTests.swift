import Storage
import TestSupport
import Testing

@testable import Chat
@testable import Storage

struct SchemaTests {
    @Test func `a new store has the tables and rows to which the migrations lead an older one`() throws {
        let (new, migrated) = (try contents(Schema.migrations), try contents(Migrations(Schema.migrations.steps)))
        #expect(new.count > 100)
        #expect(Set(new).subtracting(migrated) == [])
        #expect(Set(migrated).subtracting(new) == [])
    }

    /// The schema without white space and quotes, and the rows of all tables. Secrets are random, and the clock goes.
    private func contents(_ migrations: Migrations) throws -> [String] {
        let folder = try TemporaryFolder()
        let directory = try DataDirectory(folder.path("store"))
        defer { directory.release() }
        let store = try directory.openWriter()
        defer { store.close() }
        try store.migrate(migrations)
        var found: [String] = []
        var tables: [String] = []
        try store.query("SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema") { row in
            if row.text(0) == "table" { tables.append(row.text(1)) }
            let text = row.text(3).filter { !$0.isWhitespace && $0 != "\"" }
            found.append("\(row.text(0)) \(row.text(1)) \(row.text(2)) \(text)")
        }
        for table in tables where table != "secret" {
            var columns: [String] = []
            try store.query(SQL(composed: "SELECT name FROM pragma_table_info('\(table)')")) {
                columns.append($0.text(0))
            }
            let row = columns.map { "quote(\"\($0)\")" }.joined(separator: " || ', ' || ")
            try store.query(SQL(composed: "SELECT \(row) FROM \"\(table)\"")) {
                found.append("\(table): \($0.text(0))")
            }
        }
        return found.sorted()
    }
}
