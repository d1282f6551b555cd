import Dispatch
import Locking

/// A value that another queue will give, once.
final class BlockingResult<Value: Sendable>: Sendable {
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
