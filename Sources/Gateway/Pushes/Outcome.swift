import Locking

/// A value that another thread will give.
final class BlockingResult<Value: Sendable>: Sendable {
    private let state = Monitor<Value?>(nil)

    func set(_ value: Value) {
        state.withLock { $0 = value }
        state.wakeOne()
    }

    /// Sleeps until it has been said.
    var value: Value { state.wait { $0 }! }
}
