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

/// Rows of a space with keys from one on and before another, the first `limit` of them; nil bounds nothing.
package struct StoredRange: Sendable, Hashable {
    package let space: String
    package let from: String?
    package let to: String?
    package let limit: Int?

    package init(_ space: String, from: String? = nil, to: String? = nil, limit: Int? = nil) {
        self.space = space
        self.from = from
        self.to = to
        self.limit = limit
    }

    /// By the bytes, as the storage sorts.
    package func contains(_ key: String) -> Bool {
        from.map { !precedes(key, $0) } ?? true && to.map { precedes(key, $0) } ?? true
    }
}

/// By the bytes, as files and databases sort: strings of Swift are compared by their characters.
package func precedes(_ one: String, _ other: String) -> Bool {
    one.utf8.lexicographicallyPrecedes(other.utf8)
}

/// An operation that the engine asks of the storage. They are done one after the other.
package enum StorageCall: Sendable, Equatable {
    case read([StoredRange])
    /// All of them or none.
    case write([StoredChange])
    /// Removes everything but the rows of these spaces.
    case clear(keeping: [String])
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

    func read(_ ranges: [StoredRange], _ done: @escaping (Rows) -> Void) {
        call(.read(ranges), done)
    }

    /// Removes everything but the rows of these spaces. With none the changes that are unwritten are forgotten, too.
    func clear(keeping spaces: [String], _ done: @escaping (Rows) -> Void) {
        if spaces.isEmpty { unwritten = [] }
        call(.clear(keeping: spaces), done)
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
