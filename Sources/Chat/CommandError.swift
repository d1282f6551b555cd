import ClientProtocol
import Storage

/// Why a command was not carried out: its caller is at fault, or the store.
package enum CommandError: Error, Sendable {
    case refused(Refusal)
    case store(StoreError)

    package static func refused(_ code: ErrorCode, _ message: String? = nil, keys: [String] = []) -> CommandError {
        .refused(Refusal(code, message, keys: keys))
    }

    /// As the store's error, for what nobody has asked for and so nobody can be refused.
    package var storeError: StoreError {
        switch self {
        case .store(let error): error
        case .refused(let refusal): StoreError(.broken, "the gateway's own work was refused: \(refusal.message)")
        }
    }
}

/// Has a command read or write rows by a function that knows only the store.
@inline(__always)
package func stored<Result>(
    _ rows: @autoclosure () throws(StoreError) -> Result
) throws(CommandError) -> Result {
    do throws(StoreError) {
        return try rows()
    } catch {
        throw .store(error)
    }
}

extension UnitOfWork {
    /// See `Transaction.query`.
    @inline(__always)
    func query(
        _ sql: SQL, _ values: [SQLValue] = [], _ row: (any Row) throws(StoreError) -> Void
    ) throws(CommandError) {
        try stored(store.query(sql, values, row))
    }

    /// See `Transaction.execute`.
    @inline(__always)
    @discardableResult
    func execute(_ sql: SQL, _ values: [SQLValue] = []) throws(CommandError) -> Int {
        try stored(store.execute(sql, values))
    }
}
