import ClientProtocol
import Domain
import JSON
import Storage

/// Lets users into groups. Invitations and requests to join wait here for an answer.
package final class GroupJoins {
    let work: UnitOfWork
    let quotas: Quotas
    let accounts: Accounts
    let contacts: Contacts
    let conversations: Conversations
    let groups: Groups
    let memberships: Memberships
    let groupMembers: GroupMembers
    let groupAdministration: GroupAdministration

    init(
        work: UnitOfWork, quotas: Quotas, accounts: Accounts, contacts: Contacts, conversations: Conversations,
        groups: Groups, memberships: Memberships, groupMembers: GroupMembers, groupAdministration: GroupAdministration
    ) {
        self.work = work
        self.quotas = quotas
        self.accounts = accounts
        self.contacts = contacts
        self.conversations = conversations
        self.groups = groups
        self.memberships = memberships
        self.groupMembers = groupMembers
        self.groupAdministration = groupAdministration
    }

    /// The invitation of the account to the group; nil if there is none, or it is too old.
    func pendingInvitation(of invitee: Account, to group: Group) throws(CommandError) -> (
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
        try eraseBans(from: group)
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
        try eraseBans(of: account)
    }
}

/// The last step of all ways into a group: whether there is room, and making the account a member.
extension GroupJoins {
    /// Makes the account a member. Requests and invitations between the account and the group are settled.
    /// The newcomer's stream of the group begins behind the event of its joining; the maker's with the first event there is.
    /// `isForced`: others have put the account into the group.
    func admit(
        _ account: Account, to group: Group, as role: GroupRole = .member, isForced: Bool = false,
        showsHistory: Bool = false
    ) throws(CommandError) {
        let start = role == .owner ? group.streamSeq : group.streamSeq + 1
        var edit = try memberships.edit(of: account, in: conversations.conversation(of: group))
        let member = Member(
            role: role, joinedAt: try work.stamp(), streamStart: start, hasReturned: edit.membership.endSeq != nil)
        try groups.put(member, of: account, in: group)
        try groupMembers.openConversation(
            &edit, of: group, isForced: isForced, showsHistory: showsHistory)
        try removeInvitation(of: account, to: group)
        try removeApplication(of: account, to: group)
        work.lead(to: .entered(group: group.number, account.id))
    }

    /// the user's other devices will hear of the group from now on.
    func emitOwnJoining(
        of account: Account, to group: Group, invitedBy inviter: Account? = nil, _ message: String = ""
    ) throws(CommandError) {
        let content = GroupDidJoin(inviter: (inviter ?? account).id, message: message)
        try groups.emitOwn(content, of: group, to: account)
    }

    /// Tells all other members that the user has joined (G-65).
    func emitOthers(thatJoined account: Account, _ group: Group) throws(CommandError) {
        try groups.emitMembers(GroupUserDidJoin(user: account.id), of: group, except: account)
    }

    func isFull(_ group: Group, adding count: Int = 1) -> Bool {
        Int64(group.members.count + count) > group.maxUsers
    }

    /// G-Q27, G-Q49: the last ones are kept for those that the user joins or makes.
    func hasTooManyGroups(_ account: Account, isForced: Bool = false) throws(CommandError) -> Bool {
        let kept = isForced ? min(mostGroupsKept, work.options.groupsPerUser / 2) : 0
        return try stored(GroupQueries.countJoined(by: account.number, in: work.store))
            >= Int64(work.options.groupsPerUser - kept)
    }

    /// Before one more comes: gw 1025, 604, 4.
    func requireEntry(of account: Account, to group: Group) throws(CommandError) {
        if try isBanned(account, from: group) { throw .refused(.banned) }
        if isFull(group) { throw .refused(.groupFull) }
        if try hasTooManyGroups(account) { throw .refused(.groupLimit) }
    }
}

/// Groups of a user's limit into which nobody else can put the user (G-Q49).
private let mostGroupsKept = 50
