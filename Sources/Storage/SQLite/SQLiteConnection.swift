import CSQLite

/// A connection to a database file, for one thread.
final class SQLiteConnection: WriterConnection {
    let path: String
    let database: OpaquePointer
    private var statements: [SQL: SQLiteStatement] = [:]
    private let beginning: SQL

    enum Role {
        case writer, reader
    }

    init(path: String, _ role: Role) throws(StoreError) {
        precondition(isConfigured, "SQLite was used before it was configured")
        var handle: OpaquePointer?
        // The thread that opens it is the only one to use it.
        let code = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
        guard let handle else { throw StoreError(.inputOutput, "no memory to open \(path)") }
        self.path = path
        database = handle
        // Immediate: a writer that began by reading could find that somebody else has written since.
        beginning = role == .writer ? "BEGIN IMMEDIATE" : "BEGIN"
        guard code == SQLITE_OK else {
            defer { sqlite3_close_v2(handle) }
            throw StoreError(of: handle, code, while: "cannot open \(path)")
        }
        sqlite3_extended_result_codes(database, 1)
    }

    func close() {
        for statement in statements.values { statement.finalize() }
        statements = [:]
        let code = sqlite3_close(database)
        precondition(code == SQLITE_OK, "a connection is closed while in use: error \(code)")
    }

    // MARK: - Transactions

    func begin() throws(StoreError) { try execute(beginning) }

    func commit() throws(StoreError) { try execute("COMMIT") }

    func rollBack() throws(StoreError) {
        // SQLite takes a transaction back by itself when the disk is full or fails.
        if sqlite3_get_autocommit(database) == 0 { try execute("ROLLBACK") }
    }

    func committed() throws(StoreError) {
    }

    // MARK: - SQL

    func query(_ sql: SQL, _ values: [SQLValue], _ row: (any Row) throws(StoreError) -> Void) throws(StoreError) {
        try each(sql, values, row)
    }

    @discardableResult
    func execute(_ sql: SQL, _ values: [SQLValue]) throws(StoreError) -> Int {
        try statement(sql).run(values) { _ in }
        return Int(sqlite3_changes64(database))
    }

    func each(
        _ sql: SQL, _ values: [SQLValue], _ row: (SQLiteStatement) throws(StoreError) -> Void
    ) throws(StoreError) {
        try statement(sql).run(values, row)
    }

    private func statement(_ sql: SQL) throws(StoreError) -> SQLiteStatement {
        if let statement = statements[sql] { return statement }
        let statement = try SQLiteStatement(sql, database)
        statements[sql] = statement
        return statement
    }
}

/// Once for the process, before SQLite is used at all.
private let isConfigured = martlet_sqlite_forget_memory_statistics() == SQLITE_OK
