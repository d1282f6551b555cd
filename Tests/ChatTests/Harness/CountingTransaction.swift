import Storage

@testable import Chat

/// A transaction that counts what is asked of the store.
final class CountingTransaction: Transaction {
    private let store: any Transaction
    private(set) var queries = 0
    private(set) var rows = 0
    /// Queries and others.
    private(set) var statements = 0

    init(_ store: any Transaction) {
        self.store = store
    }

    var steps: Int { store.steps }

    func query(_ sql: SQL, _ values: [SQLValue], _ row: (any Row) throws(StoreError) -> Void) throws(StoreError) {
        queries += 1
        statements += 1
        try store.query(sql, values, row)
    }

    func execute(_ sql: SQL, _ values: [SQLValue]) throws(StoreError) -> Int {
        statements += 1
        let changed = try store.execute(sql, values)
        rows += changed
        return changed
    }
}
