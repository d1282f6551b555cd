/// Keeps rows in spaces, by the order of their keys' UTF-8. Calls come one after the other, and may take their time.
public protocol Storage: Sendable {
    /// The rows of a space with keys from `from` on and before `to`, the first `limit` of them; nil bounds nothing.
    func range(_ space: String, from: String?, to: String?, limit: Int?) async throws -> [StoredRow]
    /// All of them or none.
    func write(_ changes: [StoredChange]) async throws
    /// Removes everything but the rows of these spaces that can be read, also from a storage that is damaged.
    func clear(keeping spaces: [String]) async throws
    /// Nothing is asked of it afterwards.
    func close() async
}

/// Keeps rows as long as the process lives.
public actor MemoryStorage: Storage {
    private var spaces: [String: [String: JSON]] = [:]

    public init() {}

    public func range(_ space: String, from: String?, to: String?, limit: Int?) -> [StoredRow] {
        let wanted = StoredRange(space, from: from, to: to, limit: limit)
        let rows = (spaces[space] ?? [:]).lazy
            .filter { key, _ in wanted.contains(key) }
            .map { StoredRow($0, $1) }
            .sorted { precedes($0.key, $1.key) }
        return Array(rows.prefix(limit ?? .max))
    }

    public func write(_ changes: [StoredChange]) throws {
        for change in changes { _ = try change.value.map(checked) }
        for change in changes { spaces[change.space, default: [:]][change.key] = change.value }
    }

    public func clear(keeping kept: [String]) {
        spaces = spaces.filter { kept.contains($0.key) }
    }

    public func close() {}
}
