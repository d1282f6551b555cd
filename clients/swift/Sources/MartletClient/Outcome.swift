/// A value that comes later, for all that wait for it.
package actor Outcome<Value: Sendable> {
    private var result: Result<Value, MartletError>?
    private var waiting: [CheckedContinuation<Value, any Error>] = []

    func settle(_ result: Result<Value, MartletError>) {
        guard self.result == nil else { return }
        self.result = result
        for continuation in waiting { continuation.resume(with: result.mapError { $0 }) }
        waiting = []
    }

    package var value: Value {
        get async throws {
            if let result { return try result.get() }
            return try await withCheckedThrowingContinuation { waiting.append($0) }
        }
    }
}
