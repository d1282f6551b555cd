/// The database below a store, which is SQLite (docs/decisions/025). The store knows about queues and batches, the engine
/// about files and connections.
package protocol Engine: Sendable {
    /// Opens the one connection that writes. One thread at a time uses it, not always the same.
    func openWriter() throws(StoreError) -> any WritingDatabase

    /// Opens a connection that only reads, after the writer was opened. It is used as the writer's.
    func openReader() throws(StoreError) -> any Database

    /// Lets go of what keeps others away. Called once, when every connection is closed.
    func close()
}

package protocol Database: Transaction {
    func begin() throws(StoreError)
    /// Makes the transaction last. When it throws, the transaction still wants its `rollBack()`.
    func commit() throws(StoreError)
    /// Takes the transaction back, if there still is one.
    func rollBack() throws(StoreError)
    func close()
}

package protocol WritingDatabase: Database {
    /// Begins a transaction in which nothing will be written.
    func beginReading() throws(StoreError)
    /// Called after a commit, between two batches: housekeeping that must not wait for a quiet moment.
    func committed() throws(StoreError)
}

extension Database {
    /// Runs `body` in a transaction of its own.
    @discardableResult
    func transact<Result>(
        _ body: (any Transaction) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        do throws(StoreError) {
            try begin()
            let result = try body(self)
            try commit()
            return result
        } catch {
            do throws(StoreError) {
                try rollBack()
            } catch let second {
                throw StoreError(error.kind, "\(error); and the transaction cannot be rolled back: \(second)")
            }
            throw error
        }
    }
}
