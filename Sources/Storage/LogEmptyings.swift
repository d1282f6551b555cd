import Locking

/// Callers that wait for the write-ahead log to be emptied: it keeps earlier content of the store's pages.
final class LogEmptyings: Sendable {
    private let waiting = Lock<[@Sendable () -> Void]>([])

    func post(_ done: @escaping @Sendable () -> Void) {
        waiting.withLock { $0.append(done) }
    }

    var areWanted: Bool { waiting.withLock { !$0.isEmpty } }

    /// All of those who wait.
    func take() -> [@Sendable () -> Void] {
        waiting.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }
}
