import CSQLite

/// A connection to a database file, for one thread at a time.
final class SQLiteConnection: TransactingConnection {
    let path: String
    let database: OpaquePointer
    private var statements: [SQL: SQLiteStatement] = [:]
    /// Those used last, by a place that follows from the text's address: for most statements the dictionary is not asked.
    private var recent = [SQLiteStatement?](repeating: nil, count: 1 << SQL.placeBits)
    private(set) var steps = 0

    init(path: String) throws(StoreError) {
        precondition(isSQLiteConfigured, "SQLite was used before it was configured")
        self.path = path
        var handle: OpaquePointer?
        // Only the queue that has it uses it.
        let code = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
        guard let handle else { throw StoreError(.inputOutput, "no memory to open \(path)") }
        database = handle
        guard code == SQLITE_OK else {
            let error = StoreError(of: handle, code, while: "cannot open \(path)")
            sqlite3_close_v2(handle)
            throw error
        }
        sqlite3_extended_result_codes(database, 1)
    }

    func close() {
        for statement in statements.values { statement.finalize() }
        statements = [:]
        recent = []
        let code = sqlite3_close(database)
        precondition(code == SQLITE_OK, "a connection is closed while in use: error \(code)")
    }

    // MARK: - Transactions

    func begin() throws(StoreError) { try execute("BEGIN") }

    func commit() throws(StoreError) { try execute("COMMIT") }

    func rollBack() throws(StoreError) {
        // SQLite takes a transaction back by itself when the disk is full or fails.
        if sqlite3_get_autocommit(database) == 0 { try execute("ROLLBACK") }
    }

    // MARK: - SQL

    func query(_ sql: SQL, _ values: [SQLValue], _ row: (any Row) throws(StoreError) -> Void) throws(StoreError) {
        steps += try statement(sql).run(values) { statement throws(StoreError) in try row(statement) }
    }

    @discardableResult
    func execute(_ sql: SQL, _ values: [SQLValue]) throws(StoreError) -> Int {
        steps += try statement(sql).run(values) { _ in }
        return Int(sqlite3_changes64(database))
    }

    func execute(_ executed: StatementList.Statement, of list: StatementList) throws(StoreError) -> Int {
        steps += try statement(executed.sql).run(executed.values, of: list)
        return Int(sqlite3_changes64(database))
    }

    /// The first column of the first row.
    func answer(to sql: SQL) throws(StoreError) -> SQLValue? {
        var answer: SQLValue?
        steps += try statement(sql).run([]) { statement in
            if answer == nil { answer = statement.value(0) }
        }
        return answer
    }

    /// Rows of so many columns of any type.
    func queryValues(
        _ sql: SQL, _ values: [SQLValue], _ columns: Int, _ row: ([SQLValue]) throws(StoreError) -> Void
    ) throws(StoreError) {
        steps += try statement(sql).run(values) { statement throws(StoreError) in
            try row((0..<columns).map { statement.value($0) })
        }
    }

    private func statement(_ sql: SQL) throws(StoreError) -> SQLiteStatement {
        if let statement = recent[sql.place], statement.sql == sql { return statement }
        let statement = if let known = statements[sql] { known } else { try SQLiteStatement(sql, database) }
        statements[sql] = statement
        recent[sql.place] = statement
        return statement
    }
}

/// Once for the process, before SQLite is used at all.
let isSQLiteConfigured = martlet_sqlite_forget_memory_statistics() == SQLITE_OK
