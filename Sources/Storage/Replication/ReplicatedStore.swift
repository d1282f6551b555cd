/// A store for one of several nodes that hold the same: what one has executed, the others apply.
///
/// It is used on one queue. Beside the tables it keeps the node's state, in the transactions that change them.
package final class ReplicatedStore {
    private let connection: SQLiteWriter
    private let recorder: StatementRecorder
    private let migrations: [Migration]

    /// Opens the store and migrates it.
    package init(_ directory: DataDirectory, migrations: [Migration]) throws(StoreError) {
        self.migrations = migrations
        connection = try directory.openWriter()
        recorder = StatementRecorder(connection)
        do throws(StoreError) {
            try connection.migrate(migrations)
            try connection.execute(
                "CREATE TABLE IF NOT EXISTS martlet_node (id INTEGER PRIMARY KEY, state BLOB NOT NULL)", [])
            // What the disk has lost is applied again from the log.
            try connection.execute("PRAGMA synchronous = NORMAL", [])
        } catch {
            connection.close()
            throw error
        }
    }

    package func close() { connection.close() }

    /// For what is to be done on the other nodes, too.
    package var transaction: any Transaction { recorder }

    package func begin() throws(StoreError) { try connection.begin() }

    /// Since the transaction began, or since the store was opened.
    package var statements: [ExecutedStatement] { recorder.statements }

    /// `state`: what the node knows once this has happened; nil: as before.
    package func commit(_ state: [UInt8]?) throws(StoreError) {
        if let state { try keep(state) }
        try connection.commit()
        recorder.forget()
    }

    package func rollBack() throws(StoreError) {
        recorder.forget()
        try connection.rollBack()
    }

    /// Does what another node has done, in a transaction of its own.
    package func apply(_ statements: [ExecutedStatement], _ state: [UInt8]) throws(StoreError) {
        try connection.transact { transaction throws(StoreError) in
            for statement in statements {
                let changed = try transaction.execute(statement.sql, statement.values)
                guard changed == statement.changedRows else {
                    throw StoreError(
                        .broken,
                        "\(statement.sql) has changed \(changed) rows, and \(statement.changedRows) where it was made")
                }
            }
            try keep(state)
        }
        try connection.committed()
    }

    private func keep(_ state: [UInt8]) throws(StoreError) {
        try connection.execute(
            "INSERT INTO martlet_node (id, state) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET state = $1",
            [.bytes(state)])
    }

    /// Nil: the store is new.
    package func state() throws(StoreError) -> [UInt8]? { try connection.nodeState() }

    /// Takes over another node's store, whole or not at all. Connections that read see it with their next transaction.
    package func replace(with copy: StoreCopy) throws(StoreError) {
        let source = try copy.open()
        defer { source.close() }
        try connection.takePages(of: source)
        try connection.migrate(migrations)
    }

    package func digests() throws(StoreError) -> [TableDigest] { try connection.digests() }
}

extension Transaction {
    /// Nil: the store is new.
    func nodeState() throws(StoreError) -> [UInt8]? {
        var state: [UInt8]?
        try query("SELECT state FROM martlet_node WHERE id = 1") { row in state = row.bytes(0) }
        return state
    }
}
