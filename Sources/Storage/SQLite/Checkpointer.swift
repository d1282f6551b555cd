import EventLoop
import Locking

/// Copies the write-ahead log into the database while the writer goes on, on a queue of its own (docs/decisions/009).
final class Checkpointer: Sendable {
    /// How long the log grows before it is copied: 16 MiB, so that a page that changes often is copied seldom.
    static let pages: Int32 = 4096
    /// So many are copied between two batches.
    static let fewPages: Int32 = 128
    /// Copies in a row that may leave more than that.
    static let mostCopies = 4

    private enum State {
        case idle
        case wanted
        case done(Result<Void, StoreError>)
    }

    private let state = Lock(State.idle)
    private let connection: QueueConfined<SQLiteConnection>

    init(path: String) throws(StoreError) {
        connection = QueueConfined("store-copier", try SQLiteConnection(path: path))
    }

    /// Asks for a copy; nil until it is made, then how it went, once.
    func advance() -> Result<Void, StoreError>? {
        let (outcome, isNew): (Result<Void, StoreError>?, Bool) = state.withLock { state in
            switch state {
            case .idle:
                state = .wanted
                return (nil, true)
            case .done(let outcome):
                state = .idle
                return (outcome, false)
            case .wanted:
                return (nil, false)
            }
        }
        if isNew {
            connection.async { [self] connection in
                let outcome = Result<Void, StoreError> { () throws(StoreError) in try connection.checkpoint() }
                state.withLock { $0 = .done(outcome) }
            }
        }
        return outcome
    }

    /// Returns when the copy that is being made is done.
    func close() {
        connection.sync { $0.close() }
    }
}
