import CSQLite

extension SQLiteConnection {
    /// "MRTL": what file(1) and we know the file by.
    static let applicationID: Int64 = 0x4D52_544C
    /// How long a connection waits for another one's lock.
    static let busyMilliseconds: Int32 = 5_000

    /// Makes an empty file ours, and refuses another program's.
    func claim(as id: Int64 = SQLiteConnection.applicationID) throws(StoreError) {
        let found = try applicationID
        if found == id { return }
        guard found == 0, try isEmpty else {
            throw StoreError(.damagedFile, "\(path) is a database, but not one of Martlet's")
        }
        try execute(SQL(composed: "PRAGMA application_id = \(id)"))
    }

    func configureForWriting() throws(StoreError) {
        // A reader sees the last commit while the next is written.
        try set("PRAGMA journal_mode = WAL", .text("wal"))
        // A commit returns when the disk has it.
        try set("PRAGMA synchronous = FULL", then: "PRAGMA synchronous", .integer(2))
        // After a backup has held it, the log becomes this short again.
        try set("PRAGMA journal_size_limit = 67108864", .integer(67_108_864))
        // Deleted or overwritten content does not stay behind on its page (M-17).
        try set("PRAGMA secure_delete = ON", .integer(1))
        try set("PRAGMA foreign_keys = ON", then: "PRAGMA foreign_keys", .integer(1))
        try configure()
    }

    static func reading(_ path: String) throws(StoreError) -> SQLiteConnection {
        let connection = try SQLiteConnection(path: path)
        do throws(StoreError) {
            try connection.set("PRAGMA query_only = ON", then: "PRAGMA query_only", .integer(1))
            try connection.configure()
        } catch {
            connection.close()
            throw error
        }
        return connection
    }

    private func configure() throws(StoreError) {
        // The schema of a file cannot call functions with effects.
        try set("PRAGMA trusted_schema = OFF", then: "PRAGMA trusted_schema", .integer(0))
        try execute("PRAGMA temp_store = MEMORY")
        // Negative: KiB.
        try set("PRAGMA cache_size = -65536", then: "PRAGMA cache_size", .integer(-65536))
        // Only a backup or a check from beside, at its start, ever makes anybody wait.
        sqlite3_busy_timeout(database, Self.busyMilliseconds)
    }

    var applicationID: Int64 {
        get throws(StoreError) { try integer("PRAGMA application_id") }
    }

    private var isEmpty: Bool {
        get throws(StoreError) { try integer("SELECT count(*) FROM sqlite_schema") == 0 }
    }

    private func integer(_ sql: SQL) throws(StoreError) -> Int64 {
        guard case .integer(let value) = try answer(to: sql) else { preconditionFailure("\(sql) gives no integer") }
        return value
    }

    /// SQLite ignores a pragma that it does not know or cannot follow: only its answer tells.
    private func set(_ pragma: SQL, then question: SQL? = nil, _ expected: SQLValue) throws(StoreError) {
        let first = try answer(to: pragma)
        let answer = if let question { try answer(to: question) } else { first }
        guard answer == expected else {
            throw StoreError(.broken, "\(path): SQLite answers \(answer.map { "\($0)" } ?? "nothing") to \(pragma)")
        }
    }
}
