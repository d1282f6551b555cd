import Domain
import Storage

/// How many rows `event` has (E-19). A count of millions would keep the writer, so each sweep counts some of them, and then what
/// is added and deleted is counted.
struct BackendEventRows {
    private(set) var count = 0
    /// All up to there are counted; nil: all.
    private var counted: Stamp? = 0

    mutating func add() {
        if counted == nil { count += 1 }
    }

    /// The oldest ones, which are counted first.
    mutating func remove(_ number: Int) { count -= number }

    mutating func forget() { self = BackendEventRows() }

    mutating func countOn(in store: any Transaction) throws(StoreError) {
        guard let counted else { return }
        var (number, last): (Int64, Stamp) = (0, counted)
        try store.query(
            "SELECT count(*), ifnull(max(id), $1) FROM (SELECT id FROM event WHERE id > $1 ORDER BY id LIMIT $2)",
            [.integer(counted), .integer(Int64(rowsPerCount))]
        ) { row in (number, last) = (row.integer(0), row.integer(1)) }
        count += Int(number)
        self.counted = number < rowsPerCount ? nil : last
    }
}

private let rowsPerCount = 100_000
