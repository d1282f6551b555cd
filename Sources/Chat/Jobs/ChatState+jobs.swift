import Domain
import Storage

/// What a request has left to do. What it costs grows with the number of others, so it is done in pieces, between the batches
/// of others. It is a row, so that a crash takes nothing away.
struct Job {
    enum Kind: Int64 {
        /// Tells others of a user's new looks.
        case looks = 1
    }

    let id: Int64
    let kind: Kind
    /// Whose it is, by account number.
    let subject: Int64
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

/// What one piece of a job may look at, and so how long others wait for it.
let rowsPerPiece: Int64 = 200

extension ChatState {
    /// Begins a job. Its first piece is done at once, and mostly there is no other.
    func begin(_ kind: Job.Kind, of account: Account, flags: Int64) throws {
        if var job = try job(kind, of: account.number) {
            job.again |= flags
            return try save(job)
        }
        guard let cursor = try doPiece(of: kind, account, flags, from: JobCursor()) else { return }
        var last: Int64 = 0
        try store.query("SELECT coalesce(max(id), 0) FROM job") { row in last = row.integer(0) }
        try save(Job(id: last + 1, kind: kind, subject: account.number, flags: flags, cursor: cursor))
        hasJobs = true
    }

    /// Does the next piece of the job whose turn it is. Tells whose it was; nil: there is nothing to do.
    package func carryOn() throws -> UserID? {
        guard hasJobs else { return nil }
        guard var job = try nextJob(after: lastJob) ?? nextJob(after: 0) else {
            hasJobs = false
            return nil
        }
        lastJob = job.id
        let account = try account(job.subject)
        if let cursor = try doPiece(of: job.kind, account, job.flags, from: job.cursor) {
            job.cursor = cursor
            try save(job)
        } else if job.again != 0 {
            try save(Job(id: job.id, kind: job.kind, subject: job.subject, flags: job.again))
        } else {
            try store.execute("DELETE FROM job WHERE id = $1", [.integer(job.id)])
        }
        return account.id
    }

    /// Where the next piece begins; nil: this was the last one.
    private func doPiece(
        of kind: Job.Kind, _ account: Account, _ flags: Int64, from cursor: JobCursor
    ) throws -> JobCursor? {
        switch kind {
        case .looks: try tellLooks(of: account, LooksChange(rawValue: flags), from: cursor)
        }
    }

    // MARK: - Rows

    private func nextJob(after id: Int64) throws -> Job? {
        var job: Job?
        try store.query(
            "SELECT id, kind, subject, flags, again, phase, position FROM job WHERE id > $1 ORDER BY id LIMIT 1",
            [.integer(id)]
        ) { row in job = Job(row) }
        return job
    }

    private func job(_ kind: Job.Kind, of subject: Int64) throws -> Job? {
        guard hasJobs else { return nil }
        var job: Job?
        try store.query(
            "SELECT id, kind, subject, flags, again, phase, position FROM job WHERE subject = $1 AND kind = $2",
            [.integer(subject), .integer(kind.rawValue)]
        ) { row in job = Job(row) }
        return job
    }

    private func save(_ job: Job) throws {
        try store.execute(
            """
            INSERT INTO job (id, kind, subject, flags, again, phase, position) VALUES ($1, $2, $3, $4, $5, $6, $7)
            ON CONFLICT (id) DO UPDATE SET flags = $4, again = $5, phase = $6, position = $7
            """,
            [
                .integer(job.id), .integer(job.kind.rawValue), .integer(job.subject), .integer(job.flags),
                .integer(job.again), .integer(job.cursor.phase), .integer(job.cursor.position),
            ])
    }
}

extension Job {
    fileprivate init(_ row: any Row) {
        guard let kind = Kind(rawValue: row.integer(1)) else {
            preconditionFailure("job \(row.integer(0)) is not as it was written")
        }
        self.init(
            id: row.integer(0), kind: kind, subject: row.integer(2), flags: row.integer(3), again: row.integer(4),
            cursor: JobCursor(phase: row.integer(5), position: row.integer(6)))
    }
}
