import CSQLite
import TestSupport

@testable import Storage

/// What is done to some rows of a table.
struct Damage: CustomStringConvertible {
    let column: ClosedStore.Column
    /// SQL; nil: the rows are deleted, and others still name them.
    let value: String?

    init(of column: ClosedStore.Column, _ values: inout NastyValues) {
        self.column = column
        let numbers = ["99", "-1", "2000000000", "4611686018427387904", "9223372036854775807", "-9223372036854775808"]
        let texts = ["'damaged'", "''", "CAST(x'ff00c3' AS TEXT)", "'{\"a\": [1'", "'3-1 7-'"]
        let others = ["NULL", "1.5", "x'00ff'"]
        let kind = values.number(1...8)
        value =
            switch kind {
            case 1: nil
            case 2, 3: values.choice(others)
            case 4, 5: values.choice(column.type == "INTEGER" ? texts : numbers)
            default: values.choice(column.type == "INTEGER" ? numbers : texts)
            }
    }

    var description: String {
        value.map { "\(column.table).\(column.name) = \($0)" } ?? "without rows of \(column.table)"
    }
}

/// The file of a gateway that has ended.
final class ClosedStore {
    struct Column {
        let table: String
        let name: String
        let type: String
    }

    struct Failure: Error {
        let message: String
    }

    private var database: OpaquePointer?

    init(_ workspace: Workspace) throws {
        // Other tests of this process open stores: SQLite takes its configuration before its first use alone.
        guard isSQLiteConfigured, sqlite3_open(workspace("data/martlet.sqlite"), &database) == SQLITE_OK else {
            throw Failure(message: "cannot open \(workspace.path)")
        }
    }

    deinit { sqlite3_close(database) }

    private var tables: [String] {
        get throws {
            try rows("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").map { $0[0] }
                .filter { !$0.hasPrefix("martlet_") }
        }
    }

    var columns: [Column] {
        get throws {
            try tables.flatMap { table in
                try rows("SELECT name, type FROM pragma_table_info('\(table)')").map {
                    Column(table: table, name: $0[0], type: $0[1])
                }
            }
        }
    }

    func count(of table: String) throws -> Int { Int(try rows("SELECT count(*) FROM \(table)")[0][0])! }

    /// With one row each of what their columns may hold.
    func fillEmptyTables() throws {
        for (table, columns) in Dictionary(grouping: try columns, by: \.table) {
            guard try rows("SELECT 1 FROM \(table) LIMIT 1").isEmpty else { continue }
            let values = columns.map { column in
                switch (column.type, column.name) {
                // Its groups may all be dismissed. The next one that is made has the number 3, and a stream that is empty.
                case ("INTEGER", "id") where table == "group_event": "99 << 32 | 4"
                // The accounts 3 and 4, or the group 3 and the account 4.
                case ("INTEGER", "id"): "3 << 32 | 4"
                case ("INTEGER", "invitee"), ("INTEGER", "applicant"), ("INTEGER", "other"): "4"
                case ("INTEGER", "group_number"): "3"
                case ("INTEGER", _): "1"
                case ("TEXT", _): "'{}'"
                default: "x'00'"
                }
            }
            try rows("INSERT INTO \(table) VALUES (\(values.joined(separator: ", ")))")
        }
    }

    /// In the later half of the rows, but not in the first two. True: it may be one of these all the same, since there are no
    /// others.
    func carryOut(_ damage: Damage) throws -> Bool {
        let (table, name) = (damage.column.table, damage.column.name)
        let count = try count(of: table)
        let some = max(min(count / 2, count - 2), 1)
        let keys = try rows("SELECT name FROM pragma_table_info('\(table)') WHERE pk > 0 ORDER BY pk").map { $0[0] }
        let key = keys.joined(separator: ", ")
        let order = keys.map { "\($0) DESC" }.joined(separator: ", ")
        let later = "(\(key)) IN (SELECT \(key) FROM \(table) ORDER BY \(order) LIMIT \(some))"
        guard let value = damage.value else {
            try run("DELETE FROM \(table) WHERE \(later)")
            return count < 3
        }
        // A value that the column cannot hold, such as a text where the row's number is, is left out.
        try withoutConstraints(on: value == "NULL" && !keys.contains(name) ? table : "") {
            try run("UPDATE OR IGNORE \(table) SET \(name) = \(value) WHERE \(later)")
        }
        return count < 3
    }

    /// For NULL where the schema forbids it.
    private func withoutConstraints(on table: String, _ body: () throws -> Void) throws {
        let schema = "UPDATE sqlite_master SET sql"
        try run("PRAGMA writable_schema = ON")
        try run("CREATE TEMP TABLE former AS SELECT name, sql FROM sqlite_master WHERE name = '\(table)'")
        try run("\(schema) = replace(sql, 'NOT NULL', '') WHERE name = '\(table)'")
        try run("PRAGMA writable_schema = RESET")
        try body()
        try run("PRAGMA writable_schema = ON")
        try run("\(schema) = (SELECT sql FROM former) WHERE name = '\(table)'")
        try run("DROP TABLE former")
        try run("PRAGMA writable_schema = RESET")
    }

    func run(_ sql: String) throws { try rows(sql) }

    @discardableResult
    func rows(_ sql: String) throws -> [[String]] {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else { throw failure(sql) }
        defer { sqlite3_finalize(statement) }
        var rows: [[String]] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW:
                rows.append(
                    (0..<sqlite3_column_count(statement)).map { column in
                        sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
                    })
            case SQLITE_DONE, SQLITE_CONSTRAINT, SQLITE_MISMATCH: return rows
            default: throw failure(sql)
            }
        }
    }

    private func failure(_ sql: String) -> Failure {
        Failure(message: "\(sql): \(String(cString: sqlite3_errmsg(database)))")
    }
}
