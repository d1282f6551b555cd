import Domain
import Storage

/// Invitations to groups and requests to join that wait for an answer: the rows.
final class PendingJoins {
    private let work: UnitOfWork

    init(work: UnitOfWork) {
        self.work = work
    }

    /// The invitation of the account to the group; nil if there is none, or it is too old.
    func invitation(of invitee: Account, to group: Group) throws(CommandError) -> (
        inviter: AccountNumber, message: String
    )? {
        var found: (inviter: AccountNumber, message: String)?
        try work.query(
            "SELECT inviter, message FROM invitation WHERE id = $1 AND stamp >= $2",
            [.integer(PairKey.key(group.number, invitee.number)), .integer(work.requestCutoff)]
        ) { row in found = (row.integer(0), row.text(1)) }
        return found
    }

    func putInvitation(of invitee: Account, to group: Group, by inviter: Account, _ message: String)
        throws(CommandError)
    {
        try work.execute(
            """
            INSERT INTO invitation (id, invitee, inviter, message, stamp) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (id) DO UPDATE SET inviter = $3, message = $4, stamp = $5
            """,
            [
                .integer(PairKey.key(group.number, invitee.number)), .integer(invitee.number),
                .integer(inviter.number), .text(message), .integer(try work.stamp()),
            ])
    }

    func removeInvitation(of invitee: Account, to group: Group) throws(CommandError) {
        try work.execute(
            "DELETE FROM invitation WHERE id = $1", [.integer(PairKey.key(group.number, invitee.number))])
    }

    /// Whether the account has asked to join and the request is not too old.
    func hasApplication(of applicant: Account, to group: Group) throws(CommandError) -> Bool {
        var isThere = false
        try work.query(
            "SELECT 1 FROM join_request WHERE id = $1 AND stamp >= $2",
            [.integer(PairKey.key(group.number, applicant.number)), .integer(work.requestCutoff)]
        ) { _ in isThere = true }
        return isThere
    }

    func putApplication(of applicant: Account, to group: Group, reason: String) throws(CommandError) {
        try work.execute(
            """
            INSERT INTO join_request (id, applicant, reason, group_number, stamp) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (id) DO UPDATE SET reason = $3, stamp = $5
            """,
            [
                .integer(PairKey.key(group.number, applicant.number)), .integer(applicant.number), .text(reason),
                .integer(group.number), .integer(try work.stamp()),
            ])
    }

    func removeApplication(of applicant: Account, to group: Group) throws(CommandError) {
        try work.execute(
            "DELETE FROM join_request WHERE id = $1", [.integer(PairKey.key(group.number, applicant.number))])
    }

    /// G-Q52: silent. They are over before they go.
    func trim() throws(CommandError) {
        guard work.options.requestDays > 0 else { return }
        let bounds: [SQLValue] = [.integer(work.requestCutoff), .integer(rowsPerSweep)]
        try work.execute(
            """
            DELETE FROM invitation WHERE id IN
                (SELECT id FROM invitation WHERE stamp < $1 ORDER BY stamp, id LIMIT $2)
            """,
            bounds)
        try work.execute(
            """
            DELETE FROM join_request WHERE id IN
                (SELECT id FROM join_request WHERE stamp < $1 ORDER BY stamp, id LIMIT $2)
            """,
            bounds)
    }

    /// Of a group that is no more.
    func erase(to group: Group) throws(CommandError) {
        let bounds = PairKey.bounds(group.number)
        let values: [SQLValue] = [.integer(bounds.after), .integer(bounds.through)]
        try work.execute("DELETE FROM invitation WHERE id > $1 AND id <= $2", values)
        try work.execute("DELETE FROM join_request WHERE id > $1 AND id <= $2", values)
    }

    /// M-47: what the account has written to those whom it invited. They can still accept. Looks at a piece of the invitations
    /// behind one, and returns how far; nil: there are no more.
    func eraseMessages(
        of inviter: Account, after first: PairKey, through bound: Stamp
    ) throws(CommandError) -> PairKey? {
        var last: PairKey?
        try work.query(
            "SELECT max(id) FROM (SELECT id FROM invitation WHERE id > $1 ORDER BY id LIMIT $2)",
            [.integer(first), .integer(rowsPerSweep)]
        ) { row in last = row.isNull(0) ? nil : row.integer(0) }
        guard let last else { return nil }
        try work.execute(
            "UPDATE invitation SET message = '' WHERE id > $1 AND id <= $2 AND inviter = $3 AND stamp <= $4",
            [.integer(first), .integer(last), .integer(inviter.number), .integer(bound)])
        return last
    }

    /// Of a deleted account.
    func erase(of account: Account) throws(CommandError) {
        try work.execute("DELETE FROM invitation WHERE invitee = $1", [.integer(account.number)])
        try work.execute("DELETE FROM join_request WHERE applicant = $1", [.integer(account.number)])
    }
}
