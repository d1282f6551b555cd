/// A connection with transactions: the one that writes, and those that read.
protocol TransactingConnection: Transaction {
    func begin() throws(StoreError)
    /// Makes the transaction last. When it throws, the transaction still wants its `rollBack()`.
    func commit() throws(StoreError)
    /// Takes the transaction back, if there still is one.
    func rollBack() throws(StoreError)
}

extension TransactingConnection {
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
