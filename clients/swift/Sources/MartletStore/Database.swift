import MartletCSQLite
import MartletClient

/// A database of SQLite with one table of rows. Only SQL of version 3.9, which the oldest devices have.
final class Database {
    /// Of the table's shape.
    private static let version = 1

    private let handle: OpaquePointer

    /// One process at a time has the file; another one waits for so long.
    /// - Parameter isChecked: a file that is damaged, or of a newer release, is refused
    init(path: String, isChecked: Bool = true, patience: Int32 = 1000) throws(MartletError) {
        var handle: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX
        let result = sqlite3_open_v2(path, &handle, flags, nil)
        guard result == SQLITE_OK, let handle else {
            sqlite3_close_v2(handle)
            throw failure(result, "\(path) cannot be opened")
        }
        self.handle = handle
        sqlite3_busy_timeout(handle, patience)
        // Before the log is: it then needs no memory that processes share.
        try run("PRAGMA locking_mode = EXCLUSIVE")
        try run("PRAGMA journal_mode = WAL")
        // A message that was written survives the device's power as well.
        try run("PRAGMA synchronous = FULL")
        try run("PRAGMA secure_delete = ON")
        if isChecked { try prepareTable() }
        if isChecked, try !isSound { throw MartletError(name: "damaged", message: "\(path) is damaged") }
    }

    deinit {
        sqlite3_close_v2(handle)
    }

    func rows(_ space: String, from: String?, to: String?, limit: Int?) throws(MartletError) -> [StoredRow] {
        let bound = to == nil ? "" : "AND key < ?4"
        let sql = "SELECT key, value FROM rows WHERE space = ?1 AND key >= ?2 \(bound) ORDER BY key LIMIT ?3"
        let statement = try Statement(sql, in: handle)
        statement.bind(1, space)
        statement.bind(2, from ?? "")
        statement.bind(3, limit ?? -1)
        if let to { statement.bind(4, to) }
        var rows: [StoredRow] = []
        while try statement.step() { rows.append(try statement.row()) }
        return rows
    }

    /// The rows of a space that can be read: from both ends up to one that is damaged.
    func readableRows(_ space: String) -> (rows: [StoredRow], isWhole: Bool) {
        var rows: [String: StoredRow] = [:]
        for order in ["ASC", "DESC"] {
            do {
                let sql = "SELECT key, value FROM rows WHERE space = ?1 ORDER BY key \(order)"
                let statement = try Statement(sql, in: handle)
                statement.bind(1, space)
                while try statement.step() {
                    let row = try statement.row()
                    rows[row.key] = row
                }
                return (Array(rows.values), isWhole: order == "ASC")
            } catch {
                // The rest is read from the other end.
            }
        }
        return (Array(rows.values), isWhole: false)
    }

    var isSound: Bool {
        get throws(MartletError) {
            let statement = try Statement("PRAGMA quick_check(1)", in: handle)
            return try statement.step() && statement.text(0) == "ok"
        }
    }

    /// All of them or none.
    func write(_ changes: [StoredChange]) throws(MartletError) {
        try run("BEGIN IMMEDIATE")
        do throws(MartletError) {
            for change in changes { try write(change) }
            try run("COMMIT")
        } catch {
            // After some failures there is no transaction any more.
            if sqlite3_get_autocommit(handle) == 0 { try run("ROLLBACK") }
            throw error
        }
    }

    /// Empties the write-ahead log: an overwritten value is nowhere then.
    func emptyLog() throws(MartletError) {
        try run("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    private func write(_ change: StoredChange) throws(MartletError) {
        let isThere = change.value != nil
        let sql =
            isThere
            ? "INSERT OR REPLACE INTO rows (space, key, value) VALUES (?1, ?2, ?3)"
            : "DELETE FROM rows WHERE space = ?1 AND key = ?2"
        let statement = try Statement(sql, in: handle)
        statement.bind(1, change.space)
        statement.bind(2, change.key)
        if let value = change.value { statement.bind(3, try value.text()) }
        _ = try statement.step()
    }

    private func prepareTable() throws(MartletError) {
        let statement = try Statement("PRAGMA user_version", in: handle)
        let version = try statement.step() ? statement.integer(0) : 0
        guard version <= Self.version else {
            throw MartletError(name: "damaged", message: "the database is of a newer release")
        }
        let sql = """
            CREATE TABLE IF NOT EXISTS rows (space TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL,
            PRIMARY KEY (space, key)) WITHOUT ROWID
            """
        try run(sql)
        try run("PRAGMA user_version = \(Self.version)")
    }

    private func run(_ sql: String) throws(MartletError) {
        let statement = try Statement(sql, in: handle)
        while try statement.step() {}
    }
}

/// A statement, and the texts that are bound to it.
private final class Statement {
    private let database: OpaquePointer
    private let statement: OpaquePointer?
    private var texts: [UnsafeMutableBufferPointer<CChar>] = []

    init(_ sql: String, in database: OpaquePointer) throws(MartletError) {
        self.database = database
        var statement: OpaquePointer?
        let result = sqlite3_prepare_v2(database, sql, -1, &statement, nil)
        self.statement = statement
        guard result == SQLITE_OK else { throw failure(result, String(cString: sqlite3_errmsg(database))) }
    }

    deinit {
        sqlite3_finalize(statement)
        for text in texts { text.deallocate() }
    }

    func bind(_ index: Int32, _ text: String) {
        let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: text.utf8.count)
        _ = copy.initialize(from: text.utf8.lazy.map { CChar(bitPattern: $0) })
        texts.append(copy)
        check(martlet_sqlite_bind_text(statement, index, copy.baseAddress, UInt64(copy.count)))
    }

    func bind(_ index: Int32, _ number: Int) {
        check(sqlite3_bind_int64(statement, index, Int64(number)))
    }

    /// Whether there is a row.
    func step() throws(MartletError) -> Bool {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let result: throw failure(result, String(cString: sqlite3_errmsg(database)))
        }
    }

    /// A key and a value.
    func row() throws(MartletError) -> StoredRow {
        do {
            return StoredRow(text(0), try JSON(parsing: text(1)))
        } catch {
            throw MartletError(name: "damaged", message: "a row is damaged: \(error.message)")
        }
    }

    func text(_ column: Int32) -> String {
        guard let start = sqlite3_column_text(statement, column) else { return "" }
        let count = Int(sqlite3_column_bytes(statement, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(statement, column)) }

    private func check(_ result: Int32) {
        precondition(result == SQLITE_OK, "SQLite takes no value: \(result)")
    }
}

private func failure(_ result: Int32, _ message: String) -> MartletError {
    switch result & 0xff {
    case SQLITE_CORRUPT, SQLITE_NOTADB: MartletError(name: "damaged", message: message)
    default: MartletError(name: "notSaved", message: message)
    }
}
