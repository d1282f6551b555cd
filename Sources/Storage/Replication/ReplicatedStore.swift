/// A store for one of several nodes that hold the same: what one has executed, the others apply.
///
/// It is used on one queue. Beside the tables it keeps the node's state, in the transactions that change them.
package final class ReplicatedStore {
    private let connection: SQLiteWriter
    private let recorder: StatementRecorder
    private let migrations: Migrations
    private let tables: [SQL]
    private var comparison = TableComparison()

    private static let makeState: SQL =
        "CREATE TABLE IF NOT EXISTS martlet_node (id INTEGER PRIMARY KEY, state BLOB NOT NULL)"

    /// Opens the store and migrates it. `tables`: statements that make what only such a store has, if it is not there.
    package init(_ directory: DataDirectory, migrations: Migrations, tables: [SQL] = []) throws(StoreError) {
        self.migrations = migrations
        self.tables = tables
        connection = try directory.openWriter()
        recorder = StatementRecorder(connection)
        do throws(StoreError) {
            // First: from the first table on it is not that of a program that runs alone.
            try connection.execute(Self.makeState, [])
            try connection.migrate(migrations)
            try connection.addRowDigest()
            for table in tables { try connection.execute(table, []) }
            // A change that the disk loses is applied again from the log.
            try connection.stopWaitingForDisk()
        } catch {
            connection.close()
            throw error
        }
    }

    /// Whether a program that runs alone has used it.
    package static func isUsedAlone(_ directory: DataDirectory) throws(StoreError) -> Bool {
        let connection = try directory.openWriter()
        defer { connection.close() }
        if try connection.isReplicated { return false }
        var isUsed = false
        try connection.query("SELECT 1 FROM sqlite_schema WHERE type = 'table' LIMIT 1") { _ in isUsed = true }
        return isUsed
    }

    /// The knowledge of a node's store, read while nothing uses the store; nil: the store is new.
    package static func state(of directory: DataDirectory) throws(StoreError) -> [UInt8]? {
        let connection = try directory.openWriter()
        defer { connection.close() }
        guard try connection.isReplicated else { throw notReplicated }
        return try connection.nodeState()
    }

    private static let notReplicated = StoreError(.broken, "the store is none of a cluster's")

    /// Makes it the store of a program that runs alone, with what it has; `tables` are those that only it has had.
    package static func leave(_ directory: DataDirectory, dropping tables: [SQL]) throws(StoreError) {
        let connection = try directory.openWriter()
        defer { connection.close() }
        try connection.transact { transaction throws(StoreError) in
            guard try transaction.isReplicated else { throw notReplicated }
            for statement in ["DROP TABLE martlet_node"] + tables { try transaction.execute(statement) }
        }
    }

    /// Makes the store of a program that ran alone a node's, with what it has, and lasting when this returns. `state` is given
    /// what the node knows already; nil: the store is no node's yet.
    package static func found(
        _ directory: DataDirectory, state: (_ former: [UInt8]?) throws(StoreError) -> [UInt8]
    ) throws(StoreError) {
        let connection = try directory.openWriter()
        defer { connection.close() }
        try connection.transact { transaction throws(StoreError) in
            let former = try transaction.isReplicated ? transaction.nodeState() : nil
            let next = try state(former)
            try transaction.execute(makeState)
            try keep(next, in: transaction)
        }
    }

    package func close() { connection.close() }

    /// For what only reads.
    package private(set) lazy var reading: any Transaction = ReadingTransaction(connection)

    package var isTransacting: Bool { connection.isTransacting }

    /// For what is to be done on the other nodes, too.
    package var transaction: any Transaction { recorder }

    package func begin() throws(StoreError) { try connection.begin() }

    /// Carries out a piece of the transaction. If it throws, the whole is to be rolled back.
    package func carryOut<Result>(_ piece: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        let result = try piece()
        try requireTransaction(nil)
        return result
    }

    /// The same for a piece that may fail: if it throws, it has not happened, and the transaction goes on. If the disk
    /// is to blame, which the error says, there may be no transaction any more, and it is to be rolled back.
    package func attempt<Result>(_ piece: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        let count = recorder.count
        try connection.execute("SAVEPOINT piece", [])
        do throws(StoreError) {
            let result = try carryOut(piece)
            try connection.execute("RELEASE piece", [])
            return result
        } catch {
            try requireTransaction(error)
            try connection.execute("ROLLBACK TO piece", [])
            try connection.execute("RELEASE piece", [])
            recorder.forget(from: count)
            throw error
        }
    }

    /// On a full disk SQLite takes back the whole transaction by itself. A statement after that would last at once.
    private func requireTransaction(_ error: StoreError?) throws(StoreError) {
        if connection.isTransacting { return }
        if let error, error.isEnvironment { throw error }
        throw StoreError(.inputOutput, error.map { "the transaction is gone: \($0)" } ?? "the transaction is gone")
    }

    /// Adds to the transaction what lets every node find out whether it has the same as this one (see `TableComparison`).
    package func compare() throws(StoreError) { try comparison.advance(in: connection, recorder) }

    /// Since the transaction began, or since the store was opened.
    package var statements: ExecutedStatements { recorder.statements }
    package var statementCount: Int { recorder.count }

    /// `state`: what the node knows once this has happened; nil: as before.
    package func commit(_ state: [UInt8]?) throws(StoreError) {
        if let state { try Self.keep(state, in: connection) }
        try connection.commit()
        recorder.forget()
    }

    package func rollBack() throws(StoreError) {
        recorder.forget()
        try connection.rollBack()
    }

    /// Does what another node has done, piece by piece, in a transaction of its own.
    package func apply(_ pieces: some Sequence<ExecutedStatements>, _ state: [UInt8]) throws(StoreError) {
        try connection.transact { _ throws(StoreError) in
            for piece in pieces {
                for index in piece.indices { try apply(piece.list.statements[index], of: piece.list) }
            }
            try Self.keep(state, in: connection)
        }
    }

    private func apply(_ statement: StatementList.Statement, of list: StatementList) throws(StoreError) {
        let changed = try connection.execute(statement, of: list)
        guard changed == statement.changedRows else {
            throw StoreError(
                .broken,
                "this store is not what the leader's is: \(statement.sql) has changed \(changed) rows, and "
                    + "\(statement.changedRows) where it was made")
        }
    }

    /// To be called after each commit: keeps the write-ahead log short. Committed changes last, also if this fails.
    /// True: the log was long, and is copied into the file.
    package func checkpoint() throws(StoreError) -> Bool {
        // Within a transaction SQLite refuses; the next commit comes soon.
        if connection.isTransacting { return false }
        return try connection.committed()
    }

    private static func keep(_ state: [UInt8], in transaction: any Transaction) throws(StoreError) {
        try transaction.execute(
            "INSERT INTO martlet_node (id, state) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET state = $1",
            [.bytes(state)])
    }

    /// Nil: the store is new.
    package func state() throws(StoreError) -> [UInt8]? { try connection.nodeState() }

    /// Takes over another node's store, whole or not at all. Connections that read see it with their next transaction.
    package func replace(with copy: StoreCopy) throws(StoreError) {
        let source = try copy.open()
        defer { source.close() }
        comparison = TableComparison()
        try connection.takePages(of: source)
        try connection.migrate(migrations)
        for table in tables { try connection.execute(table, []) }
    }

    package func digests() throws(StoreError) -> [TableDigest] { try connection.digests() }
}

extension Transaction {
    /// The store is one of several that hold the same.
    package var isReplicated: Bool {
        get throws(StoreError) {
            var isReplicated = false
            try query("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'martlet_node'") { _ in
                isReplicated = true
            }
            return isReplicated
        }
    }

    /// Nil: the store is new.
    func nodeState() throws(StoreError) -> [UInt8]? {
        var state: [UInt8]?
        try query("SELECT state FROM martlet_node WHERE id = 1") { row in state = row.bytes(0) }
        return state
    }
}
