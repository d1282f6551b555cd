import EventLoop
import Locking

/// A thread that copies the write-ahead log into the database while the writer goes on (docs/decisions/009).
final class Checkpointer: Sendable {
    /// How long the log grows before it is copied: 16 MiB, so that a page that changes often is copied seldom.
    static let pages: Int32 = 4096

    private enum State {
        case idle
        case wanted
        case done(Result<Void, StoreError>)
        case closed
    }

    private let state: Shared
    private let thread: Thread

    private final class Shared: Sendable {
        let monitor = Monitor(State.idle)
    }

    init(path: String) throws(StoreError) {
        let state = Shared()
        let thread = try startThread("store-copier") { () throws(StoreError) in
            let connection = try SQLiteConnection(path: path)
            return { Self.run(connection, state) }
        }
        self.state = state
        self.thread = thread
    }

    /// Asks for a copy; nil until it is made, then how it went, once.
    func advance() -> Result<Void, StoreError>? {
        let (outcome, isNew): (Result<Void, StoreError>?, Bool) = state.monitor.withLock { state in
            switch state {
            case .idle:
                state = .wanted
                return (nil, true)
            case .done(let outcome):
                state = .idle
                return (outcome, false)
            case .wanted, .closed:
                return (nil, false)
            }
        }
        if isNew { state.monitor.wakeOne() }
        return outcome
    }

    func close() {
        state.monitor.withLock { $0 = .closed }
        state.monitor.wakeOne()
        thread.join()
    }

    private static func run(_ connection: SQLiteConnection, _ state: Shared) {
        while state.monitor.wait(for: isWanted) == true {
            let outcome = Result<Void, StoreError> { () throws(StoreError) in try connection.checkpoint() }
            state.monitor.withLock { state in
                if case .wanted = state { state = .done(outcome) }
            }
        }
        connection.close()
    }

    /// Whether to copy, or to end.
    private static func isWanted(_ state: inout State) -> Bool? {
        switch state {
        case .wanted: true
        case .closed: false
        case .idle, .done: nil
        }
    }
}
