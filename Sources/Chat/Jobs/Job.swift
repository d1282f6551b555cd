import Domain
import Storage

/// The rest of a request's work. Its cost grows with the number of other users, so it is done in pieces, between the batches
/// of others. It is a row, so that a crash takes nothing away.
struct Job {
    enum Kind: Int64 {
        /// Tells others of a user's new looks.
        case looks = 1
    }

    let id: Int64
    let kind: Kind
    /// Whose it is, by account number.
    let subject: AccountNumber
    /// Of the kind.
    var flags: Int64
    /// Once it is done it begins again: what it tells has changed meanwhile.
    var again: Int64 = 0
    var cursor = JobCursor()
}

/// How far a job has come.
struct JobCursor: Equatable {
    /// Of the steps that its kind has.
    var phase: Int64 = 0
    /// In the order of that step's rows.
    var position: Int64 = 0
}

/// The rows that one piece of a job may look at: they decide how long others wait for it.
let rowsPerPiece: Int64 = 200

extension Job {
    init(_ row: any Row) throws(StoreError) {
        self.init(
            id: row.integer(0), kind: try row.choice(1), subject: row.integer(2), flags: row.integer(3),
            again: row.integer(4),
            cursor: JobCursor(phase: row.integer(5), position: row.key(6)))
    }
}
