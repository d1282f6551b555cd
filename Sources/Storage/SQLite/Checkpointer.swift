import CLinux
import EventLoop
import Glibc
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

    private final class Files {
        let connection: SQLiteConnection
        /// The write-ahead log's descriptor, once it is there.
        private var log: Int32 = -1

        init(_ connection: SQLiteConnection) { self.connection = connection }

        /// Nothing depends on it: a copy waits for the disk, and says what fails.
        func startWritingLog() {
            if log < 0 { log = open(connection.path + "-wal", O_RDONLY | O_CLOEXEC) }
            if log >= 0 { _ = martlet_start_writing(log) }
        }

        func close() {
            connection.close()
            if log >= 0 { Glibc.close(log) }
            log = -1
        }
    }

    private let state = Lock(State.idle)
    private let files: QueueConfined<Files>

    init(path: String) throws(StoreError) {
        files = QueueConfined("store-copier", Files(try SQLiteConnection(path: path)))
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
            files.async { [self] files in
                let outcome = Result<Void, StoreError> { () throws(StoreError) in try files.connection.checkpoint() }
                state.withLock { $0 = .done(outcome) }
            }
        }
        return outcome
    }

    /// Has the disk begin with what of the log it has not.
    func startWritingLog() {
        files.async { $0.startWritingLog() }
    }

    /// Returns when the copy that is being made is done.
    func close() {
        files.sync { $0.close() }
    }
}
