/// A job's access to the store. It is good within the job, on the job's queue.
package protocol Transaction: AnyObject {
    /// How much this connection has done since it was opened, in steps of SQLite's machine; the difference is what a job costs.
    var steps: Int { get }

    /// Calls `row` for each row. Within the call other SQL may run, but not this one again.
    func query(_ sql: SQL, _ values: [SQLValue], _ row: (any Row) throws(StoreError) -> Void) throws(StoreError)

    /// Returns how many rows were inserted, updated or deleted.
    @discardableResult
    func execute(_ sql: SQL, _ values: [SQLValue]) throws(StoreError) -> Int
}

extension Transaction {
    package func query(_ sql: SQL, _ row: (any Row) throws(StoreError) -> Void) throws(StoreError) {
        try query(sql, [], row)
    }

    @discardableResult
    package func execute(_ sql: SQL) throws(StoreError) -> Int {
        try execute(sql, [])
    }
}

/// The row that a query is at; columns count from 0.
///
/// Another program may have written into the file. A column of another type gives 0 or nothing, and the query throws
/// `.corrupt` as soon as the row has been read; what else is wrong with a row its reader finds, and throws `damaged`.
package protocol Row: AnyObject {
    func isNull(_ column: Int) -> Bool
    /// Up to 2^53 in amount: a larger number is damage, so that arithmetic with numbers of rows does not overflow.
    func integer(_ column: Int) -> Int64
    /// Of any size: two numbers in one.
    func key(_ column: Int) -> Int64
    func text(_ column: Int) -> String
    func bytes(_ column: Int) -> [UInt8]

    /// The error for a damaged row: it names the table and the row.
    func damaged(_ column: Int) -> StoreError
    /// The query throws that as soon as the row has been read.
    func noteDamage(_ column: Int)

    /// The bytes or the text's UTF-8, where they lie.
    func withBytes(
        _ column: Int, _ body: (UnsafeRawBufferPointer) throws(StoreError) -> Void
    ) throws(StoreError)
}

extension Row {
    package func optionalInteger(_ column: Int) -> Int64? { isNull(column) ? nil : integer(column) }
    package func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }
    package func optionalBytes(_ column: Int) -> [UInt8]? { isNull(column) ? nil : bytes(column) }
}
