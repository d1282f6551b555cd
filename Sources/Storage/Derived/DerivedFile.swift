import Glibc

/// The connection to a derived file. It notes whether the file is to blame for an error.
final class DerivedFile: Transaction {
    private let connection: SQLiteConnection
    private(set) var isDamaged = false

    /// Makes the file if there is none, for this user alone. Throws `damagedFile` if it is no database of this kind.
    init(path: String, applicationID: Int64) throws(StoreError) {
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        if descriptor < 0 { throw .system("cannot open \(path)") }
        _ = Glibc.close(descriptor)
        connection = try SQLiteConnection(path: path)
        do throws(StoreError) {
            try connection.claim(as: applicationID)
            try connection.configureForWriting()
            // A change that the disk loses is derived again.
            try connection.execute("PRAGMA synchronous = NORMAL")
        } catch {
            connection.close()
            throw error
        }
    }

    /// Reads the file beside the connection that writes it.
    init(reading path: String) throws(StoreError) {
        connection = try .reading(path)
    }

    func close() { connection.close() }

    func transact<Result>(
        _ body: (any Transaction) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try noting { () throws(StoreError) in try connection.begin() }
        do throws(StoreError) {
            let result = try body(self)
            try noting { () throws(StoreError) in try connection.commit() }
            return result
        } catch {
            try noting { () throws(StoreError) in try connection.rollBack() }
            throw error
        }
    }

    /// Nobody reads meanwhile, so nobody holds it back.
    func emptyLog() throws(StoreError) {
        try noting { () throws(StoreError) in _ = try connection.answer(to: "PRAGMA wal_checkpoint(TRUNCATE)") }
    }

    var steps: Int { connection.steps }

    func query(_ sql: SQL, _ values: [SQLValue], _ row: (any Row) throws(StoreError) -> Void) throws(StoreError) {
        try noting(isWriting: false) { () throws(StoreError) in try connection.query(sql, values, row) }
    }

    @discardableResult
    func execute(_ sql: SQL, _ values: [SQLValue]) throws(StoreError) -> Int {
        try noting { () throws(StoreError) in try connection.execute(sql, values) }
    }

    /// Notes that the file is damaged, unless the disk is to blame for the error or the question was wrong.
    private func noting<Result>(
        isWriting: Bool = true, _ work: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        do throws(StoreError) {
            return try work()
        } catch {
            let faults: [StoreError.Kind] = [.corrupt, .damagedFile, .constraint] + (isWriting ? [.broken] : [])
            if faults.contains(error.kind) { isDamaged = true }
            throw error
        }
    }
}
