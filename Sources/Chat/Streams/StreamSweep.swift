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
