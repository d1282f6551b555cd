import ClientProtocol
import Domain
import Storage

/// The parts of a user's appearance that have changed and that others are told.
struct AppearanceChange: OptionSet {
    let rawValue: Int64

    /// Those who have the user as a friend are told, whatever it is.
    static let profile = AppearanceChange(rawValue: 1)
    static let name = AppearanceChange(rawValue: 2)
    static let face = AppearanceChange(rawValue: 4)
}

/// Carries on work that requests have left to do, a piece at a time: changed appearances, erased users' texts.
package final class Jobs {
    let work: UnitOfWork
    let accounts: Accounts
    let auditLog: AuditLog
    let contacts: Contacts
    let conversations: Conversations
    let groups: Groups
    let memberships: Memberships
    let conversationLists: ConversationLists
    let pushes: Pushes
    let messageStore: MessageStore
    let reactions: Reactions
    let edits: Edits
    let uploads: Uploads
    let groupJoins: GroupJoins
    let groupLife: GroupLife
    let channels: Channels
    let reports: Reports
    let repeatedRequests: RepeatedRequests
    /// Perhaps something is left to do. Until it has been looked for, nobody knows.
    package private(set) var hasJobs = true
    /// Perhaps there are erasures whose traces are left (M-48).
    package private(set) var hasTraces = true
    /// The last piece has told so many events that clients need time to take them.
    package private(set) var wantsPause = false
    /// The last one that a piece was done of.
    private var lastJob: Int64 = 0
    private static let bound: Int64 = 1 << 52

    private static let byNumber = Job.Column.select("WHERE id = $1")
    private static let bySubject = Job.Column.select("WHERE subject = $1 AND kind = $2")
    private static let writing = Job.Column.upsert(keeping: [.kind, .subject])

    init(
        work: UnitOfWork, accounts: Accounts, auditLog: AuditLog, contacts: Contacts, conversations: Conversations,
        groups: Groups, memberships: Memberships, conversationLists: ConversationLists, pushes: Pushes,
        messageStore: MessageStore, reactions: Reactions, edits: Edits, uploads: Uploads, groupJoins: GroupJoins,
        groupLife: GroupLife, channels: Channels, reports: Reports,
        repeatedRequests: RepeatedRequests
    ) {
        self.work = work
        self.accounts = accounts
        self.auditLog = auditLog
        self.contacts = contacts
        self.conversations = conversations
        self.groups = groups
        self.memberships = memberships
        self.conversationLists = conversationLists
        self.pushes = pushes
        self.messageStore = messageStore
        self.reactions = reactions
        self.edits = edits
        self.uploads = uploads
        self.groupJoins = groupJoins
        self.groupLife = groupLife
        self.channels = channels
        self.reports = reports
        self.repeatedRequests = repeatedRequests
    }

    /// Begins a job. Its first piece is done at once, and mostly there is no other.
    func begin(_ kind: Job.Kind, of account: Account, flags: Int64) throws(CommandError) {
        if var job = try job(kind, of: account.number) {
            if job.cursor.phase == Job.hasStopped {
                hasJobs = true
                return try save(Job(id: job.id, kind: kind, subject: job.subject, flags: max(job.flags, flags)))
            }
            job.again =
                switch kind {
                case .appearance: job.again | flags
                case .erasure: max(job.again, flags)
                }
            return try save(job)
        }
        var hasTold = false
        let cursor = try doPiece(of: kind, account, flags, from: JobCursor(), hasTold: &hasTold)
        guard let cursor else { return }
        var last: Int64 = 0
        try work.query("SELECT coalesce(max(id), 0) FROM job WHERE id < $1", [.integer(Self.bound)]) { row in
            last = row.integer(0)
        }
        try save(Job(id: last + 1, kind: kind, subject: account.number, flags: flags, cursor: cursor))
        (hasJobs, hasTraces) = (true, true)
    }

    /// Does the next piece of the job whose turn it is. Tells whose it was; nil: there is nothing to do.
    package func carryOn() throws(CommandError) -> UserID? {
        guard hasJobs else { return nil }
        var next = try self.next(after: lastJob)
        if next == nil { next = try self.next(after: .min) }
        guard let number = next else {
            hasJobs = false
            return nil
        }
        lastJob = number
        guard var job = try job(number) else { return nil }
        let account = try accounts.account(job.subject)
        var hasTold = false
        let cursor = try doPiece(of: job.kind, account, job.flags, from: job.cursor, hasTold: &hasTold)
        wantsPause = hasTold
        if let cursor {
            job.cursor = cursor
            if cursor.phase == Job.rowsAreDone { hasTraces = true }
            try save(job)
        } else if job.again != 0 {
            try save(Job(id: job.id, kind: job.kind, subject: job.subject, flags: job.again))
        } else {
            try work.execute("DELETE FROM job WHERE id = $1", [.integer(job.id)])
        }
        return account.id
    }

    /// The job whose turn it was has met a damaged row. It would meet it again, so it ends here, and others go on. An erasure
    /// is not forgotten: it is listed as one that has stopped. Returns whose.
    package func giveUp() throws(CommandError) -> UserID? {
        var stopped: UserID?
        try work.skippingDamage { () throws(CommandError) in
            var subject: AccountNumber?
            try work.query(
                "SELECT subject FROM job WHERE id = $1 AND kind = $2",
                [.integer(lastJob), .integer(Job.Kind.erasure.rawValue)]
            ) { row in subject = row.integer(0) }
            if let subject { stopped = try accounts.account(subject).id }
        }
        if stopped == nil {
            try work.execute("DELETE FROM job WHERE id = $1", [.integer(lastJob)])
        } else {
            try work.execute(
                "UPDATE job SET phase = $2, position = 0 WHERE id = $1",
                [.integer(lastJob), .integer(Job.hasStopped)])
        }
        return stopped
    }

    /// Where the next piece begins; nil: this was the last one.
    private func doPiece(
        of kind: Job.Kind, _ account: Account, _ flags: Int64, from cursor: JobCursor, hasTold: inout Bool
    ) throws(CommandError) -> JobCursor? {
        switch kind {
        case .appearance: try tellAppearance(of: account, AppearanceChange(rawValue: flags), from: cursor)
        case .erasure:
            try erasePiece(of: account, through: Stamp(flags), from: cursor, hasTold: &hasTold)
        }
    }

    // MARK: - Erasures

    /// An erasure that is not done.
    package struct Erasure: Sendable {
        package let id: Int64
        package let user: UserID
        fileprivate let phase: Int64

        /// All rows are gone, and their traces are left.
        package var isLeavingTraces: Bool { phase == Job.rowsAreDone }
        /// At a damaged row.
        package var hasStopped: Bool { phase == Job.hasStopped }
    }

    package func currentErasures() throws(CommandError) -> [Erasure] {
        var rows: [(id: Int64, subject: AccountNumber, phase: Int64)] = []
        try work.query(
            "SELECT id, subject, phase FROM job WHERE kind = $1 ORDER BY id LIMIT 1000",
            [.integer(Job.Kind.erasure.rawValue)]
        ) { row in rows.append((row.integer(0), row.integer(1), row.integer(2))) }
        let erasures = try rows.map { row throws(CommandError) in
            Erasure(id: row.id, user: try accounts.account(row.subject).id, phase: row.phase)
        }
        hasTraces = erasures.contains(where: \.isLeavingTraces)
        return erasures
    }

    /// The traces are gone. Those that were asked for once more meanwhile begin again; returns the others.
    package func end(_ erasures: [Erasure]) throws(CommandError) -> [Erasure] {
        var ended: [Erasure] = []
        for erasure in erasures {
            guard let job = try job(erasure.id), job.kind == .erasure else { continue }
            if job.again != 0 {
                try save(Job(id: job.id, kind: job.kind, subject: job.subject, flags: job.again))
                hasJobs = true
            } else {
                try work.execute("DELETE FROM job WHERE id = $1", [.integer(job.id)])
                ended.append(erasure)
            }
        }
        return ended
    }

    // MARK: - Rows

    private func next(after id: Int64) throws(CommandError) -> Int64? {
        var next: Int64?
        try work.query(
            "SELECT id FROM job WHERE id > $1 AND phase < $2 ORDER BY id LIMIT 1",
            [.integer(id), .integer(Job.rowsAreDone)]
        ) { row in next = row.key(0) }
        return next
    }

    private func job(_ id: Int64) throws(CommandError) -> Job? {
        var job: Job?
        try work.query(Self.byNumber, [.integer(id)]) { row throws(StoreError) in job = try Job(row) }
        return job
    }

    private func job(_ kind: Job.Kind, of subject: AccountNumber) throws(CommandError) -> Job? {
        guard hasJobs || kind == .erasure else { return nil }
        var job: Job?
        try work.query(Self.bySubject, [.integer(subject), .integer(kind.rawValue)]) { row throws(StoreError) in
            job = try Job(row)
        }
        return job
    }

    private func save(_ job: Job) throws(CommandError) {
        try work.execute(Self.writing, job.values)
    }

    /// R-141, then C-Q08: those who have the account as a friend, then those in whose lists a conversation with it looks
    /// otherwise. Looks at so many of them, and returns where to go on.
    private func tellAppearance(of account: Account, _ change: AppearanceChange, from cursor: JobCursor)
        throws(CommandError)
        -> JobCursor?
    {
        var cursor = cursor
        var left = rowsPerPiece
        while let phase = AppearancePhase(rawValue: cursor.phase) {
            if change.concerns(phase) {
                let rows = try appearanceRows(of: account, phase, after: cursor.position, left)
                for row in rows {
                    try work.skippingDamage { () throws(CommandError) in
                        try tellAppearance(of: account, change, phase, row)
                    }
                }
                left -= Int64(rows.count)
                if left <= 0, let last = rows.last {
                    cursor.position = last.position
                    return cursor
                }
            }
            cursor = JobCursor(phase: cursor.phase + 1)
        }
        return nil
    }

    private func tellAppearance(
        of account: Account, _ change: AppearanceChange, _ phase: AppearancePhase, _ row: AppearanceRow
    ) throws(CommandError) {
        guard row.isConcerned else { return }
        let holder = try accounts.account(row.holder)
        // who is blocked hears nothing of it.
        if try contacts.relationState(of: account).blocked > 0,
            try contacts.relationship(of: account.number, towards: holder.number).isBlocked
        {
            return
        }
        if phase == .friends {
            return try work.emit(
                ProfileChanged(of: account), inStreamAs: .profile, subject: account.number, to: holder)
        }
        // Nor does a user who has blocked the account; and with a remark of one's own the name looks the same (C-Q08).
        let view = try contacts.relationship(of: holder.number, towards: account.number)
        if !view.isBlocked, change.contains(.face) || view.remark == nil, holder.state != .deleted {
            try conversationLists.showChange(of: conversations.conversation(row.conversation), to: holder)
        }
    }

    private func appearanceRows(
        of account: Account, _ phase: AppearancePhase, after position: Int64, _ limit: Int64
    ) throws(CommandError) -> [AppearanceRow] {
        var rows: [AppearanceRow] = []
        try work.query(phase.rows, [.integer(account.number), .integer(position), .integer(limit)]) { row in
            rows.append(
                AppearanceRow(
                    position: row.key(0), holder: row.integer(1), conversation: row.integer(2),
                    isConcerned: row.integer(3) != 0))
        }
        return rows
    }

    /// After a rollback nothing in memory is sure.
    func forget() { (hasJobs, hasTraces) = (true, true) }
}

private struct AppearanceRow {
    let position: Int64
    let holder: AccountNumber
    let conversation: ConversationNumber
    /// Whether the holder is to be told at all.
    let isConcerned: Bool
}

/// The group of contacts whose turn it is. Each has its rows in an order of their own.
private enum AppearancePhase: Int64 {
    case friends, higher, lower

    var rows: SQL {
        switch self {
        case .friends:
            "SELECT id, id >> 32, 0, 1 FROM contact WHERE other = $1 AND kind = 1 AND id > $2 ORDER BY id LIMIT $3"
        case .higher:
            """
            SELECT high, high, conversation.id, coalesce(is_listed, 0) FROM conversation
            LEFT JOIN membership ON membership.id = (high << 32 | conversation.id)
            WHERE low = $1 AND high > $2 ORDER BY high LIMIT $3
            """
        case .lower:
            """
            SELECT conversation.id, low, conversation.id, low < high AND low > 0 AND coalesce(is_listed, 0)
            FROM conversation LEFT JOIN membership ON membership.id = (low << 32 | conversation.id)
            WHERE high = $1 AND conversation.id > $2 ORDER BY conversation.id LIMIT $3
            """
        }
    }
}

extension AppearanceChange {
    fileprivate func concerns(_ phase: AppearancePhase) -> Bool {
        phase == .friends ? contains(.profile) : !isDisjoint(with: [.name, .face])
    }
}
