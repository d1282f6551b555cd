/// A statement that has changed the store, with its values as they passed the store's seam.
package struct ExecutedStatement: Sendable, Equatable {
    package let sql: SQL
    package let values: [SQLValue]
    /// How many rows it has changed. A node where it changes another number is not what it should be.
    package let changedRows: Int

    package init(_ sql: SQL, _ values: [SQLValue], changedRows: Int) {
        self.sql = sql
        self.values = values
        self.changedRows = changedRows
    }

    /// By the text: one that was read from a record lies elsewhere than the literal that was executed.
    package static func == (one: ExecutedStatement, other: ExecutedStatement) -> Bool {
        one.changedRows == other.changedRows && one.values == other.values
            && (one.sql == other.sql || one.sql.utf8.elementsEqual(other.sql.utf8))
    }
}

/// A transaction that notes what changes the store, so that another store can do the same. Statements that have changed
/// nothing are left out: digests of tables tell whether it would change something elsewhere.
final class StatementRecorder: Transaction {
    private let transaction: any Transaction
    private var list = StatementList()

    init(_ transaction: any Transaction) { self.transaction = transaction }

    var steps: Int { transaction.steps }

    func query(_ sql: SQL, _ values: [SQLValue], _ row: (any Row) throws(StoreError) -> Void) throws(StoreError) {
        try transaction.query(sql, values, row)
    }

    @discardableResult
    func execute(_ sql: SQL, _ values: [SQLValue]) throws(StoreError) -> Int {
        let changed = try transaction.execute(sql, values)
        if changed > 0 { list.append(sql, values, changedRows: changed) }
        return changed
    }

    var statements: ExecutedStatements { ExecutedStatements(list) }
    var count: Int { list.statements.count }

    func forget() { list = StatementList() }
    func forget(from first: Int) { list.removeStatements(from: first) }
}

/// A transaction in which nothing can be written: what would be is missing in the record, and so on other nodes.
final class ReadingTransaction: Transaction {
    private let transaction: any Transaction

    init(_ transaction: any Transaction) { self.transaction = transaction }

    var steps: Int { transaction.steps }

    func query(_ sql: SQL, _ values: [SQLValue], _ row: (any Row) throws(StoreError) -> Void) throws(StoreError) {
        try transaction.query(sql, values, row)
    }

    func execute(_ sql: SQL, _ values: [SQLValue]) throws(StoreError) -> Int {
        throw StoreError(.reading, "\(sql) would write beside the record")
    }
}
