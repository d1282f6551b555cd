import Domain
import Storage

/// The rest of a request's work. Its cost grows with the number of other users, so it is done in pieces, between the batches
/// of others. It is a row, so that a crash takes nothing away.
struct Job {
    enum Kind: Int64 {
        /// Tells others of a user's new name and picture.
        case appearance = 1
        /// M-47: takes away what an erased user has written. `flags` and `again`: up to which stamp.
        case erasure = 2
    }

    let id: Int64
    let kind: Kind
    /// The account that the job is for.
    let subject: AccountNumber
    /// Of the kind.
    var flags: Int64
    /// Once it is done it begins again: what it tells has changed meanwhile.
    var again: Int64 = 0
    var cursor = JobCursor()
}

extension Job {
    /// The phase of an erasure whose rows are all gone. Their remains in files wait for the gateway (M-48).
    static let rowsAreDone = Int64(100)
    /// The phase of an erasure that a damaged row has stopped. It begins anew when it is asked for again.
    static let hasStopped = Int64(101)
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
    enum Column: Int, TableColumn {
        static let table = "job"
        case id, kind, subject, flags, again, phase, position
    }

    init(_ row: TypedRow<Column>) throws(StoreError) {
        self.init(
            id: row.integer(.id), kind: try row.choice(.kind), subject: row.integer(.subject),
            flags: row.integer(.flags), again: row.integer(.again),
            cursor: JobCursor(phase: row.integer(.phase), position: (row.integer(.position) as PairKey).rawValue))
    }

    var values: [SQLValue] {
        Column.allCases.map { column in
            switch column {
            case .id: .integer(id)
            case .kind: .integer(kind.rawValue)
            case .subject: .integer(subject)
            case .flags: .integer(flags)
            case .again: .integer(again)
            case .phase: .integer(cursor.phase)
            case .position: .integer(cursor.position)
            }
        }
    }
}
