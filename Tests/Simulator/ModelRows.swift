import Cluster
import Storage

/// A store for the simulator: rows of a few tables, changed by statements alone.
struct ModelRows: Equatable {
    enum Table: String {
        case value, inbox, seat, presence, push, list, clock
    }

    struct Key: Hashable {
        let table: Table
        let key: String
    }

    private var rows: [Key: [Int64]] = [:]
    /// Equal for equal rows, whatever their history.
    private(set) var sum = 0

    static func == (one: ModelRows, other: ModelRows) -> Bool { one.sum == other.sum && one.rows == other.rows }

    subscript(_ table: Table, _ key: String) -> [Int64]? { rows[Key(table: table, key: key)] }

    func keys(of table: Table) -> [String] {
        rows.keys.lazy.filter { $0.table == table }.map(\.key).sorted()
    }

    /// Returns how many rows have changed.
    @discardableResult
    mutating func set(_ table: Table, _ key: String, _ value: [Int64]?) -> Int {
        let place = Key(table: table, key: key)
        let former = rows[place]
        if former == value { return 0 }
        if let former { sum ^= hash(place, former) }
        if let value { sum ^= hash(place, value) }
        rows[place] = value
        return 1
    }

    private func hash(_ key: Key, _ value: [Int64]) -> Int {
        var hasher = Hasher()
        hasher.combine(key)
        hasher.combine(value)
        return hasher.finalize()
    }

    /// `bias`: what a statement that leaves the order open may depend on.
    mutating func execute(_ sql: String, _ values: [SQLValue], bias: Int) -> Int {
        let words = sql.split(separator: " ").map(String.init)
        guard let verb = words.first, let table = words.dropFirst().first.flatMap(Table.init(rawValue:)) else {
            preconditionFailure("no statement: \(sql)")
        }
        let key = values.first.flatMap { if case .text(let text) = $0 { text } else { nil } } ?? ""
        let numbers = values.compactMap { if case .integer(let number) = $0 { number } else { nil } }
        switch verb {
        case "set": return set(table, key, numbers)
        case "delete": return set(table, key, nil)
        case "expire":
            var due = keys(of: table).filter { (self[table, $0]?.first ?? 0) <= numbers[0] }
            if words.contains("unordered"), !due.isEmpty { due = Array(due[(bias % due.count)...]) }
            return due.prefix(2).reduce(0) { $0 + set(table, $1, nil) }
        default: preconditionFailure("no statement: \(sql)")
        }
    }
}

extension ModelRows {
    static func value(of session: SessionKey, _ order: Int64) -> [Int64] {
        [Int64(bitPattern: session.incarnation.number), Int64(session.number), order]
    }

    func session(at seat: String) -> SessionKey? {
        self[.seat, seat].map { SessionKey(Incarnation(UInt64(bitPattern: $0[0])), UInt64($0[1])) }
    }

    func seats(of user: String) -> [String] {
        keys(of: .seat).filter { $0.hasPrefix("\(user)/") }
    }
}
