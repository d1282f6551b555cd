import CSQLite

@testable import Storage

/// The file itself, since the store's own statements are fixed texts.
final class DatabaseFile {
    struct Failure: Error {
        let text: String
    }

    private var handle: OpaquePointer?

    init(_ path: String) throws {
        guard isSQLiteConfigured, sqlite3_open(path, &handle) == SQLITE_OK else {
            throw Failure(text: "cannot open \(path)")
        }
    }

    func close() { sqlite3_close(handle) }

    func execute(_ sql: String) throws {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
            throw Failure(text: String(cString: sqlite3_errmsg(handle)))
        }
    }

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

    func columns(of table: String) throws -> [String] { try rows("SELECT name FROM pragma_table_info('\(table)')") }

    /// Of all tables but the store's own, by table.
    func contents() throws -> [String: [String]] {
        var contents: [String: [String]] = [:]
        for table in try tables() { contents[table] = try rows(of: table, columns(of: table)) }
        return contents
    }

    func rows(of table: String, _ columns: [String]) throws -> [String] {
        try rows("SELECT \(columns.map { "\"\($0)\"" }.joined(separator: ", ")) FROM \(table)").sorted()
    }
}
