import CSQLite

/// The connection that writes, and what keeps its write-ahead log short.
final class SQLiteWriter: TransactingConnection {
    private let connection: SQLiteConnection
    private let checkpointer: Checkpointer
    /// How long the log is, in pages. SQLite writes here after each commit.
    private let logPages: UnsafeMutablePointer<Int32>
    /// The length at which something is to be done next.
    private var bound = Checkpointer.pages
    /// How long the log was when its last copy was asked for, and how many there were in a row; nil: none is awaited.
    private var copy: (length: Int32, count: Int)?
    /// How long the log was when the disk was last told to begin with it; nil: each commit waits for the disk.
    private var begun: Int32?
    /// How many rows the connection had changed when the transaction began.
    private var changesBefore: Int64 = 0

    init(path: String) throws(StoreError) {
        connection = try SQLiteConnection(path: path)
        do throws(StoreError) {
            try connection.claim()
            try connection.configureForWriting()
            checkpointer = try Checkpointer(path: path)
        } catch {
            connection.close()
            throw error
        }
        logPages = .allocate(capacity: 1)
        logPages.initialize(to: 0)
        // Takes the place of SQLite's own checkpoint, which would come within the commit.
        sqlite3_wal_hook(
            connection.database,
            { pages, _, _, count in
                // SQLite gives back `logPages`.
                pages!.assumingMemoryBound(to: Int32.self).pointee = count
                return SQLITE_OK
            }, logPages)
    }

    func close() {
        checkpointer.close()
        connection.close()
        logPages.deallocate()
    }

    /// From now on a commit returns before the disk has it.
    ///
    /// The disk is told to begin with the log a piece at a time. Otherwise a copy would wait for all of it at once, and what
    /// others write to that disk meanwhile, such as PostgreSQL's commits, would wait behind it.
    func stopWaitingForDisk() throws(StoreError) {
        try connection.execute("PRAGMA synchronous = NORMAL")
        begun = 0
    }

    /// Immediate: a transaction that began by reading could find that another connection has written since.
    func begin() throws(StoreError) {
        try connection.execute("BEGIN IMMEDIATE")
        changesBefore = connection.changes
    }

    /// A transaction in which nothing will be written.
    func beginReading() throws(StoreError) {
        try connection.begin()
        changesBefore = connection.changes
    }

    func commit() throws(StoreError) {
        if connection.changes != changesBefore { try connection.requireInPlace() }
        try connection.commit()
    }

    func rollBack() throws(StoreError) { try connection.rollBack() }

    /// False: none was begun, or SQLite has taken it back by itself, as on a full disk.
    var isTransacting: Bool { sqlite3_get_autocommit(connection.database) == 0 }

    var steps: Int { connection.steps }

    func query(_ sql: SQL, _ values: [SQLValue], _ row: (any Row) throws(StoreError) -> Void) throws(StoreError) {
        try connection.query(sql, values, row)
    }

    @discardableResult
    func execute(_ sql: SQL, _ values: [SQLValue]) throws(StoreError) -> Int {
        try connection.execute(sql, values)
    }

    func execute(_ statement: StatementList.Statement, of list: StatementList) throws(StoreError) -> Int {
        try connection.execute(statement, of: list)
    }

    func digests() throws(StoreError) -> [TableDigest] { try connection.digests() }

    func addRowDigest() throws(StoreError) { try connection.addRowDigest() }

    var tableNames: [String] { get throws(StoreError) { try connection.tableNames } }

    func shape(of table: String) throws(StoreError) -> TableShape { try connection.shape(of: table) }

    func queryValues(
        _ sql: SQL, _ values: [SQLValue], _ columns: Int, _ row: ([SQLValue]) throws(StoreError) -> Void
    ) throws(StoreError) {
        try connection.queryValues(sql, values, columns, row)
    }

    func takePages(of source: SQLiteConnection) throws(StoreError) { try connection.takePages(of: source) }

    /// Called after a commit, between two batches, where nobody waits for the connection.
    ///
    /// The checkpointer copies what is in the log while the next batches are written; the little that they add meanwhile is
    /// copied here, where nobody writes, and so the log starts anew. True: that has been done.
    @discardableResult
    func committed() throws(StoreError) -> Bool {
        let length = logPages.pointee
        if let begun, !(begun..<begun + pagesBetweenBeginnings).contains(length) {
            self.begun = length
            checkpointer.startWritingLog()
        }
        if length < bound { return false }
        guard let copy else {
            self.copy = (length, 1)
            _ = checkpointer.advance()
            return false
        }
        guard let outcome = checkpointer.advance() else { return false }
        self.copy = nil
        try outcome.get()
        // Pages written meanwhile are copied beside the writer as well, while they are many: the disk takes its time.
        if length - copy.length > Checkpointer.fewPages, copy.count < Checkpointer.mostCopies {
            self.copy = (length, copy.count + 1)
            _ = checkpointer.advance()
            return false
        }
        let left = try connection.checkpoint()
        // A reader that stays at an old commit holds the log; it is asked again when the log has grown further.
        bound = (left == 0 ? 0 : logPages.pointee) + Checkpointer.pages
        return true
    }

    /// Between two batches: the log is copied into the database and cut off. False: it is being copied, or a reader needs it.
    func emptyLog() throws(StoreError) -> Bool {
        guard let outcome = checkpointer.advance() else { return false }
        try outcome.get()
        guard try connection.truncateLog() else { return false }
        bound = Checkpointer.pages
        return true
    }
}

/// A megabyte.
private let pagesBetweenBeginnings: Int32 = 256

extension SQLiteConnection {
    fileprivate var changes: Int64 { sqlite3_total_changes64(database) }

    /// A file that was moved, deleted or replaced would take the commit, and nobody would find it there again.
    fileprivate func requireInPlace() throws(StoreError) {
        var hasMoved: Int32 = 0
        let code = sqlite3_file_control(database, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
        guard code == SQLITE_OK else { throw StoreError(of: database, code, while: "looking for \(path)") }
        if hasMoved != 0 {
            throw StoreError(.inputOutput, "\(path) was moved or replaced; put it back, or start again")
        }
    }

    /// Waits for nobody. False: a reader still needs the log.
    fileprivate func truncateLog() throws(StoreError) -> Bool {
        sqlite3_busy_timeout(database, 0)
        let code = sqlite3_wal_checkpoint_v2(database, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        sqlite3_busy_timeout(database, Self.busyMilliseconds)
        if code == SQLITE_BUSY { return false }
        guard code == SQLITE_OK else { throw StoreError(of: database, code, while: "emptying the log of \(path)") }
        return true
    }

    /// Copies what no reader needs from the log into the database, and waits for nobody. Returns how many pages are left.
    @discardableResult
    func checkpoint() throws(StoreError) -> Int32 {
        var (pages, copied): (Int32, Int32) = (0, 0)
        let code = sqlite3_wal_checkpoint_v2(database, nil, SQLITE_CHECKPOINT_PASSIVE, &pages, &copied)
        guard code == SQLITE_OK else { throw StoreError(of: database, code, while: "checkpoint of \(path)") }
        return pages - copied
    }
}
