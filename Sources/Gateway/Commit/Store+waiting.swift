import Chat
import Dispatch
import Locking
import Storage

/// For queues of their own, whose work waits for the store: never a shard's queue or the store's.
extension Store<Committer> {
    /// Returns once it lasts. False: nothing is written; the store's own health report tells why.
    func waitToWrite(_ work: @escaping @Sendable (ChatState) throws(CommandError) -> Void) -> Bool {
        let isWritten = BlockingResult<Bool>()
        write { committer, transaction throws(StoreError) in
            try committer.work(transaction, work)
            committer.afterwards { isWritten.set(true) }
        } failed: { _ in
            isWritten.set(false)
        }
        return isWritten.value
    }

    /// Nil: it could not be read.
    func waitToRead<Result: Sendable>(
        _ work: @escaping @Sendable (any Transaction) throws(StoreError) -> Result
    ) -> Result? {
        let result = BlockingResult<Result?>()
        read { transaction throws(StoreError) in
            result.set(try work(transaction))
        } failed: { _ in
            result.set(nil)
        }
        return result.value
    }
}

/// A value that another queue will give, once.
private final class BlockingResult<Value: Sendable>: Sendable {
    private let state = Lock<Value?>(nil)
    private let isSet = DispatchSemaphore(value: 0)

    func set(_ value: Value) {
        state.withLock { $0 = value }
        isSet.signal()
    }

    /// Waits until it has been said; asked for once.
    var value: Value {
        isSet.wait()
        guard let value = state.withLock({ $0 }) else { preconditionFailure("there is no value, and it was set") }
        return value
    }
}
