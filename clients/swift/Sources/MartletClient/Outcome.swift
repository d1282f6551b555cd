/// A value that comes later, for all that wait for it.
package actor Outcome<Value: Sendable> {
    private var result: Result<Value, MartletError>?
    private var waiting: [Int: CheckedContinuation<Value, any Error>] = [:]
    private var lastWaiter = 0

    package init() {}

    package func settle(_ result: Result<Value, MartletError>) {
        guard self.result == nil else { return }
        self.result = result
        for continuation in waiting.values { continuation.resume(with: result.mapError { $0 }) }
        waiting = [:]
    }

    /// A task that is cancelled waits no longer, and fails with `CancellationError`. What was asked for goes on.
    package var value: Value {
        get async throws {
            if let result { return try result.get() }
            lastWaiter += 1
            let waiter = lastWaiter
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
                    waiting[waiter] = continuation
                }
            } onCancel: {
                Task { await self.abandon(waiter) }
            }
        }
    }

    private func abandon(_ waiter: Int) {
        waiting.removeValue(forKey: waiter)?.resume(throwing: CancellationError())
    }
}
