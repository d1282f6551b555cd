import Domain
import Storage

/// Takes what is too old out of a table of streams whose keys are of a stream and a seq. The last row of a stream stays: it
/// tells where the stream is.
struct StreamSweep {
    private let endOfPiece: SQL
    private let deletion: SQL
    /// Where it stands.
    private var swept: Stamp = 0

    init(of table: String) {
        endOfPiece = SQL(
            composed: """
                SELECT max(stamp) FROM
                    (SELECT stamp FROM \(table) WHERE stamp > $1 AND stamp < $2 ORDER BY stamp LIMIT $3)
                """)
        deletion = SQL(
            composed: """
                DELETE FROM \(table) WHERE stamp > $1 AND stamp <= $2 AND EXISTS
                    (SELECT 1 FROM \(table) AS later
                        WHERE later.id > \(table).id AND later.id <= \(table).id | 4294967295)
                """)
    }

    mutating func doPiece(before cutoff: Stamp, in work: UnitOfWork) throws(CommandError) {
        var bound: Stamp?
        try work.query(endOfPiece, [.integer(swept), .integer(cutoff), .integer(rowsPerSweep)]) { row in
            bound = row.optionalInteger(0)
        }
        if let bound { try work.execute(deletion, [.integer(swept), .integer(bound)]) }
        swept = bound ?? 0
    }
}

/// M-47: takes what a user has written out of the events that a table keeps.
struct EventTextErasure {
    private let endOfPiece: SQL
    private let erasures: [SQL]

    /// `erasures`: each empties the rows behind `$1` and through `$2` that have a text of the user `$3`, and a stamp up to `$4`.
    init(of table: String, _ erasures: [SQL]) {
        endOfPiece = SQL(composed: "SELECT max(id) FROM (SELECT id FROM \(table) WHERE id > $1 ORDER BY id LIMIT $2)")
        self.erasures = erasures
    }

    /// Looks at a piece of the events behind one, and returns how far; nil: there are no more.
    func doPiece(
        of user: UserID, after first: PairKey, through bound: Stamp, in work: UnitOfWork
    ) throws(CommandError) -> PairKey? {
        var last: PairKey?
        try work.query(endOfPiece, [.integer(first), .integer(rowsPerSweep)]) { row in
            last = row.isNull(0) ? nil : row.integer(0)
        }
        guard let last else { return nil }
        for erasure in erasures {
            try work.execute(erasure, [.integer(first), .integer(last), .text(user.text), .integer(bound)])
        }
        return last
    }
}
