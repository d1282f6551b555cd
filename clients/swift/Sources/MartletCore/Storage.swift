/// A row that a write changes; a value of nil removes it.
public struct StoredChange: Sendable, Equatable {
    public let space: String
    public let key: String
    public let value: JSON?

    public init(_ space: String, _ key: String, _ value: JSON?) {
        self.space = space
        self.key = key
        self.value = value
    }
}

/// A row of a space.
public struct StoredRow: Sendable, Equatable {
    public let key: String
    public let value: JSON

    public init(_ key: String, _ value: JSON) {
        self.key = key
        self.value = value
    }
}

/// An operation that the engine asks of the storage. They are done one after the other.
package enum StorageCall: Sendable, Equatable {
    /// All rows of these spaces.
    case read([String])
    /// All of them or none.
    case write([StoredChange])
    /// Removes everything.
    case clear
}

/// Asks the storage: writes go in their order, and those that come while one is under way go together into the next.
final class Writes {
    typealias Rows = Result<[[StoredRow]], MartletError>

    private let ask: (Int, StorageCall) -> Void
    private var unwritten: [(changes: [StoredChange], done: (MartletError?) -> Void)] = []
    private var isWriting = false
    private var calls: [Int: (Rows) -> Void] = [:]
    private var lastCall = 0

    init(ask: @escaping (_ call: Int, StorageCall) -> Void) {
        self.ask = ask
    }

    func write(_ changes: [StoredChange], _ done: @escaping (MartletError?) -> Void) {
        unwritten.append((changes, done))
        pump()
    }

    func read(_ spaces: [String], _ done: @escaping (Rows) -> Void) {
        call(.read(spaces), done)
    }

    /// Forgets the changes that are unwritten, and removes everything.
    func clear(_ done: @escaping (Rows) -> Void) {
        unwritten = []
        call(.clear, done)
    }

    func answered(_ call: Int, _ rows: Rows) {
        calls.removeValue(forKey: call)?(rows)
    }

    private func call(_ call: StorageCall, _ done: @escaping (Rows) -> Void) {
        lastCall += 1
        calls[lastCall] = done
        ask(lastCall, call)
    }

    private func pump() {
        guard !isWriting, !unwritten.isEmpty else { return }
        isWriting = true
        let writes = unwritten
        unwritten = []
        call(.write(writes.flatMap(\.changes))) { [weak self] result in
            self?.isWriting = false
            let error: MartletError? = if case .failure(let error) = result { error } else { nil }
            for write in writes { write.done(error) }
            self?.pump()
        }
    }
}
