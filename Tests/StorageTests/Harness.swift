import EventLoop
import Storage
import TestSupport
import Testing

/// Notes what it is told; jobs leave their effects in `pending`.
final class Notebook: TransactionObserver {
    enum Entry: Equatable {
        case committed([Int64]), rolledBack([Int64])
    }

    let entries: TestSupport.Log<Entry>
    var pending: [Int64] = []
    /// Work for when the batch is durable.
    var announcements: [@Sendable () -> Void] = []

    init(_ entries: TestSupport.Log<Entry>) {
        self.entries = entries
    }

    func committed() {
        entries.add(.committed(pending))
        for announce in announcements { announce() }
        forget()
    }

    func rolledBack() {
        entries.add(.rolledBack(pending))
        forget()
    }

    private func forget() {
        pending = []
        announcements = []
    }
}

/// A store with one table, and what became of the jobs.
final class TestStore: Sendable {
    let store: Store<Notebook>
    let entries = TestSupport.Log<Notebook.Entry>()
    let health = TestSupport.Log<StoreError?>()
    let failures = TestSupport.Log<StoreError>()

    static let migrations = [
        Migration(
            number: 1, name: "things",
            statements: ["CREATE TABLE thing (id BIGINT NOT NULL PRIMARY KEY, value TEXT)"])
    ]

    init(
        _ directory: DataDirectory, migrations: [Migration] = TestStore.migrations,
        options: StoreOptions = StoreOptions()
    ) throws(StoreError) {
        store = try Store(directory, migrations: Migrations(migrations), options: options) { [health] error in
            health.add(error)
        } observer: { [entries] _ in
            Notebook(entries)
        }
    }

    func write(_ work: @escaping Store<Notebook>.Write) {
        store.write(work) { [failures] in failures.add($0) }
    }

    /// Adds a thing, and notes its number.
    func insert(_ id: Int64, _ value: String? = nil) {
        write { notebook, transaction throws(StoreError) in
            try transaction.execute(
                "INSERT INTO thing (id, value) VALUES ($1, $2)", [.integer(id), value.map { .text($0) } ?? .null])
            notebook.pending.append(id)
        }
    }

    /// Waits until everything that was given before lasts or has failed.
    func settle() throws {
        let end = Outcome<Result<Void, StoreError>>()
        store.write { notebook, _ in
            notebook.announcements.append { end.set(.success(())) }
        } failed: {
            end.set(.failure($0))
        }
        try end.get().get()
    }

    /// Keeps the writer busy until the returned gate is opened, so that what is given meanwhile waits for one batch.
    func occupyWriter() throws -> Outcome<Void> {
        let (begun, gate) = (Outcome<Void>(), Outcome<Void>())
        write { _, _ in
            begun.set(())
            gate.waitForever()
        }
        try begun.get()
        return gate
    }

    /// Runs the work on a reader, and returns its result.
    func read<Result: Sendable>(
        _ body: @escaping @Sendable (any Transaction) throws(StoreError) -> Result
    ) throws -> Result {
        let outcome = Outcome<Swift.Result<Result, StoreError>>()
        store.read { transaction throws(StoreError) in
            outcome.set(.success(try body(transaction)))
        } failed: {
            outcome.set(.failure($0))
        }
        return try outcome.get().get()
    }

    /// The commits that the observer saw, in order.
    var committed: [Int64] {
        entries.entries.flatMap { entry -> [Int64] in
            if case .committed(let ids) = entry { ids } else { [] }
        }
    }

    func things() throws -> [Int64] {
        try read { transaction throws(StoreError) in
            var found: [Int64] = []
            try transaction.query("SELECT id FROM thing ORDER BY id") { found.append($0.integer(0)) }
            return found
        }
    }
}

/// A value that another thread will give.
final class Outcome<Value: Sendable>: Sendable {
    struct Overdue: Error {}

    private let value = Monitor<Value?>(nil)

    func set(_ new: Value) {
        value.withLock { $0 = new }
        value.wakeAll()
    }

    var isSet: Bool { value.withLock { $0 != nil } }

    func waitForever() {
        _ = value.wait { $0 }
    }

    func get(within seconds: Int64 = 20) throws -> Value {
        let deadline = Clock.monotonicNanoseconds + seconds * 1_000_000_000
        guard let value = value.wait(until: deadline, for: { $0 }) else { throw Overdue() }
        return value
    }
}

/// Asks until it is so.
func eventually(within seconds: Int64 = 20, _ isSo: () throws -> Bool) throws {
    let deadline = Clock.monotonic + seconds * 1_000
    while try !isSo() {
        if Clock.monotonic > deadline { throw Outcome<Void>.Overdue() }
        Thread.sleep(milliseconds: 1)
    }
}
