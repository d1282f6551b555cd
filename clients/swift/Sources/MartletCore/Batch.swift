/// Rows that are written next, in front of those that the storage has. Rows of the storage that were not read are
/// `missing`: a change that looks at them is done again when they are here.
struct Batch {
    private var rows: [StoredRange: [StoredRow]] = [:]
    private var spaces: [String: [String: JSON?]] = [:]
    private(set) var missing: Set<StoredRange> = []

    /// These of the storage are here.
    mutating func add(_ read: some Sequence<(StoredRange, [StoredRow])>) {
        rows.merge(read) { $1 }
    }

    /// Nil removes.
    mutating func put(_ space: String, _ key: String, _ value: JSON?) {
        spaces[space, default: [:]][key] = .some(value)
    }

    /// The rows as they will be, not in order.
    mutating func range(_ range: StoredRange) -> [String: JSON] {
        guard let read = rows[range] else {
            missing.insert(range)
            return [:]
        }
        var rows = Dictionary(read.map { ($0.key, $0.value) }) { $1 }
        for (key, value) in spaces[range.space] ?? [:] where range.contains(key) { rows[key] = value }
        return rows
    }

    mutating func get(_ space: String, _ key: String) -> JSON? {
        if let changed = spaces[space]?[key] { return changed }
        return range(StoredRange(space, from: key, to: keyAfter(key)))[key]
    }

    var changes: [StoredChange] {
        spaces.flatMap { space, rows in rows.map { StoredChange(space, $0, $1) } }
    }
}

/// The first key behind another.
func keyAfter(_ key: String) -> String { key + "\0" }

/// The keys of messages. The newest of a conversation come first.
enum MessageKey {
    /// The highest `seq` of a message.
    static let highest = 0xffff_ffff
    /// No conversation's id has it, so no conversation's messages stand between those of another.
    private static let separator = "\t"

    static func of(_ id: String, _ seq: Int) -> String {
        id + separator + padded(highest - min(max(seq, 0), highest), 10)
    }

    static func of(_ message: JSON) -> String { of(message.conversationID, message.seq) }

    static func seq(of key: String) -> Int { highest - (Int(key.suffix(10)) ?? 0) }

    /// The rows of a conversation's messages from `low` to `high`.
    static func range(_ id: String, from low: Int = 0, to high: Int = highest, limit: Int? = nil) -> StoredRange {
        StoredRange("message", from: of(id, high), to: keyAfter(of(id, low)), limit: limit)
    }

    /// The key under which it is noted when a message ends: the one that ends first comes first.
    static func end(_ time: Int, _ key: String = "") -> String { padded(max(time, 0), 16) + separator + key }

    private static func padded(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
