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

    /// Of a cluster, nodes with the tables of before are beside those that have been upgraded (docs/decisions/060).
    @Test func `a migration only adds`() {
        for step in Schema.migrations.steps.dropFirst(23) {
            for statement in step.statements { #expect(statement.onlyAdds, "\(step.name): \(statement)") }
        }
    }

    @Test(arguments: [
        ("CREATE TABLE thing (id BIGINT NOT NULL PRIMARY KEY)", true), ("\n  create table thing (id BIGINT)", true),
        ("CREATE INDEX thing_name ON thing (name)", true), ("DROP INDEX thing_name", true),
        ("ALTER TABLE thing ADD COLUMN name TEXT NOT NULL DEFAULT ''", true),
        ("ALTER TABLE thing DROP COLUMN name", false), ("ALTER TABLE thing RENAME TO other", false),
        ("CREATE UNIQUE INDEX thing_name ON thing (name)", false), ("UPDATE thing SET name = ''", false),
        ("CREATE TRIGGER t AFTER INSERT ON thing BEGIN DELETE FROM other; END", false), ("DROP TABLE thing", false),
        ("CREATE TABLE thing AS SELECT * FROM other", false), ("INSERT INTO thing VALUES (1)", false),
    ])
    func `what only adds leaves alone what earlier programs write`(statement: String, onlyAdds: Bool) {
        #expect(SQL(composed: statement).onlyAdds == onlyAdds)
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

extension SQL {
    /// What an earlier version's program executes does the same before it and after it.
    fileprivate var onlyAdds: Bool {
        let words = description.uppercased().split { $0.isWhitespace || $0 == "(" }
        return switch words.prefix(2) {
        case ["CREATE", "TABLE"]: !words.contains("SELECT")
        case ["CREATE", "INDEX"], ["DROP", "INDEX"]: true
        case ["ALTER", "TABLE"]: words.dropFirst(3).prefix(2) == ["ADD", "COLUMN"]
        default: false
        }
    }
}
