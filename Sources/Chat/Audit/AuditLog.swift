import Domain
import Storage

/// The rows of the audit log (docs/operating.md).
package final class AuditLog {
    private let work: UnitOfWork
    private let accounts: Accounts

    private static let insertion = StoredAuditEntry.Column.insert()

    init(work: UnitOfWork, accounts: Accounts) {
        self.work = work
        self.accounts = accounts
    }

    /// In the commit of what the entry tells of, if that changes the store.
    package func record(_ entry: AuditEntry) throws(CommandError) {
        guard work.options.auditDays > 0 else { return }
        let row = StoredAuditEntry(id: try work.stamp(), entry: try isOfDeleted(entry) ? entry.withoutPlace : entry)
        try work.execute(Self.insertion, row.values)
        if entry.users.isEmpty { return }
        try work.execute(
            """
            INSERT INTO audit_user (user, audit) SELECT value, $1 FROM json_each($2) WHERE true ON CONFLICT DO NOTHING
            """, [.integer(row.id), .text(row.users)])
    }

    /// the login is written after the user was erased.
    private func isOfDeleted(_ entry: AuditEntry) throws(CommandError) -> Bool {
        guard entry.kind == .login, entry.actor.hasPrefix("user:"), let user = entry.users.first.flatMap(UserID.init)
        else { return false }
        return try accounts.account(user)?.state == .deleted
    }

    /// what has been kept for long enough goes.
    func trim() throws(CommandError) {
        var last: Stamp?
        try work.query(
            "SELECT max(id) FROM (SELECT id FROM audit WHERE id < $1 ORDER BY id LIMIT $2)",
            [.integer(work.auditCutoff), .integer(rowsPerSweep)]
        ) { row in last = row.optionalInteger(0) }
        guard let last else { return }
        try work.execute(
            """
            DELETE FROM audit_user WHERE (user, audit) IN
                (SELECT value, audit.id FROM audit, json_each(audit.users) WHERE audit.id <= $1)
            """, [.integer(last)])
        try work.execute("DELETE FROM audit WHERE id <= $1", [.integer(last)])
    }

    /// it is no longer known from where and with which devices the user has logged in, or somebody in the user's name has
    /// tried to. Looks at a piece of the rows behind a stamp, and returns how far; nil: there are no more.
    func eraseLogins(of user: UserID, after first: Stamp, through bound: Stamp) throws(CommandError) -> Stamp? {
        var last: Stamp?
        try work.query(
            """
            SELECT max(audit) FROM (
                SELECT audit FROM audit_user WHERE user = $1 AND audit > $2 AND audit <= $3 ORDER BY audit LIMIT $4)
            """, [.text(user.text), .integer(first), .integer(bound), .integer(rowsPerPiece)]
        ) { row in last = row.optionalInteger(0) }
        guard let last else { return nil }
        try work.execute(
            """
            UPDATE audit SET address = '', device = '', platform = ''
            WHERE kind IN ('login', 'failedLogin') AND id IN
                (SELECT audit FROM audit_user WHERE user = $1 AND audit > $2 AND audit <= $3)
            """, [.text(user.text), .integer(first), .integer(last)])
        return last
    }
}
