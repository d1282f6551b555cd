import ClientProtocol
import Domain
import JSON
import Storage

/// The ways into a group: invitations, requests to join, and their answers.
package final class GroupJoining {
    private let work: UnitOfWork
    private let quotas: Quotas
    private let accounts: Accounts
    private let contacts: Contacts
    private let groupStreams: GroupStreams
    private let conversations: Conversations
    private let groups: Groups
    private let memberships: Memberships
    private let groupConversations: GroupConversations
    private let groupMembers: GroupMembers
    private let groupNotifications: GroupNotifications

    init(
        work: UnitOfWork, quotas: Quotas, accounts: Accounts, contacts: Contacts, groupStreams: GroupStreams,
        conversations: Conversations, groups: Groups, memberships: Memberships,
        groupConversations: GroupConversations, groupMembers: GroupMembers,
        groupNotifications: GroupNotifications
    ) {
        self.work = work
        self.quotas = quotas
        self.accounts = accounts
        self.contacts = contacts
        self.groupStreams = groupStreams
        self.conversations = conversations
        self.groups = groups
        self.memberships = memberships
        self.groupConversations = groupConversations
        self.groupMembers = groupMembers
        self.groupNotifications = groupNotifications
    }

    /// Makes somebody a member. Whatever way it came about, requests and invitations between the two are settled.
    /// The newcomer's stream of the group begins behind the event of its joining; the maker's with the first event there is.
    /// `isForced`: others have put the account into the group.
    func admit(_ account: Account, to group: Group, as role: GroupRole = .member, isForced: Bool = false) throws {
        let start = role == .owner ? group.streamSeq : group.streamSeq + 1
        var edit = try memberships.edit(of: account, in: conversations.conversation(of: group))
        let member = Member(
            role: role, joinedAt: try work.stamp(), streamStart: start, hasReturned: edit.membership.endSeq != nil)
        try groups.put(member, of: account, in: group)
        try groupConversations.openConversation(&edit, of: group, isForced: isForced)
        try removeInvitation(of: account, to: group)
        try removeApplication(of: account, to: group)
        work.emit(.entered(group: group.number), to: account)
    }

    /// the user's other devices will hear of the group from now on.
    func emitOwnJoining(
        of account: Account, to group: Group, invitedBy inviter: Account? = nil, _ message: String = ""
    ) throws {
        try groupStreams.emitOwn(.didJoin, of: group, to: account) { json in
            json.field("inviter", (inviter ?? account).id.text)
            json.field("message", message)
        }
    }

    /// G-65.
    private func emitOthers(thatJoined account: Account, _ group: Group) throws {
        try groupStreams.emitMembers(.userDidJoin, of: group, except: account) { $0.field("user", account.id.text) }
    }

    private func isFull(_ group: Group, adding count: Int = 1) -> Bool {
        Int64(group.members.count + count) > group.maxUsers
    }

    /// G-Q27, G-Q49: the last ones are kept for those that the user joins or makes.
    func hasTooManyGroups(_ account: Account, isForced: Bool = false) throws -> Bool {
        let kept = isForced ? min(mostGroupsKept, work.options.groupsPerUser / 2) : 0
        return try GroupQueries.countJoined(by: account.number, in: work.store)
            >= Int64(work.options.groupsPerUser - kept)
    }

    /// Before one more comes: 604, 4.
    private func requireRoom(for account: Account, in group: Group) throws {
        if isFull(group) { throw Refusal(.groupFull) }
        if try hasTooManyGroups(account) { throw Refusal(.groupLimit) }
    }

    // MARK: - Inviting

    /// G-Q06, G-Q07, G-15 to G-26.
    package func invite(_ users: [String], _ message: String, to id: String, by number: Int64) throws -> [UserResult] {
        let context = try groupMembers.memberContext(of: number, in: id)
        try groupMembers.require(.invite, by: context)
        let group = context.group
        var results: [UserResult] = []
        var invitees: [Account] = []
        for user in users where !results.contains(where: { $0.user == user }) {
            guard let invitee = try UserID(user).flatMap(accounts.reachableAccount) else {
                results.append(UserResult(user, .noGroupUser))
                continue
            }
            // Members and oneself are passed over.
            if group.members[invitee.number] != nil { continue }
            let error = try obstacle(to: invitee, by: context.account, group)
            results.append(UserResult(user, error))
            if error == nil { invitees.append(invitee) }
        }
        if results.isEmpty { throw Refusal(.alreadyGroupMember, keys: ["userIDs"]) }
        if invitees.isEmpty { throw Refusal(results[0].error!, keys: results.map(\.user)) }
        let joining = try invitees.filter { try joinsAtOnce($0, group, invitedBy: context.account) }
        if isFull(group, adding: joining.count) { throw Refusal(.groupFull, keys: ["userIDs"]) }
        try quotas.pay(chargeInviting(invitees.count, by: context.account, key: "userIDs"))
        for invitee in invitees { try invite(invitee, message, to: group, by: context.account) }
        try post(joined: joining, to: group, by: context.account)
        return results
    }

    /// X-D02, X-D03: one notification for the call, or one for each who has consented beforehand.
    func post(joined invitees: [Account], to group: Group, by inviter: Account) throws {
        if group.needsConfirmation {
            for invitee in invitees { try post(acceptedBy: invitee, from: inviter, to: group) }
        } else if !invitees.isEmpty {
            try groupNotifications.post(
                GroupNotification(operation: .invite, source: inviter, targets: invitees), to: group)
        }
    }

    private func post(acceptedBy invitee: Account, from inviter: Account, to group: Group) throws {
        try groupNotifications.post(
            GroupNotification(operation: .acceptInvitation, source: invitee, targets: [inviter]), to: group)
    }

    /// X-31, G-Q27.
    func obstacle(to invitee: Account, by inviter: Account, _ group: Group) throws -> ErrorCode? {
        if try contacts.contact(of: invitee, towards: inviter)?.kind.isBlocked == true { return .noGroupRight }
        if try joinsAtOnce(invitee, group, invitedBy: inviter), try hasTooManyGroups(invitee, isForced: true) {
            return .groupLimit
        }
        return nil
    }

    /// G-15 to G-19, G-Q50.
    private func joinsAtOnce(_ invitee: Account, _ group: Group, invitedBy inviter: Account) throws -> Bool {
        if work.options.asksUnlessFriends, !work.isForAdministrator,
            try contacts.contact(of: invitee, towards: inviter)?.kind != .friend
        {
            return false
        }
        return !group.needsConfirmation || invitee.acceptsInvitations
    }

    /// G-Q51: those who make groups and invite others have a limit, and not those whom it happens to. Administrators have none.
    func chargeMaking(by creator: Account) throws -> Quotas.Charge? {
        try quotas.charge(
            .groupsMade, 1, to: creator, within: work.isForAdministrator ? nil : work.options.groupsMade,
            else: Refusal(.groupLimit, "too many groups created within an hour"))
    }

    func chargeInviting(_ count: Int, by inviter: Account, key: String) throws -> Quotas.Charge? {
        try quotas.charge(
            .usersInvited, count, to: inviter, within: work.isForAdministrator ? nil : work.options.usersInvited,
            else: Refusal(.groupLimit, "too many users invited within an hour", keys: [key]))
    }

    func invite(_ invitee: Account, _ message: String, to group: Group, by inviter: Account) throws {
        guard try joinsAtOnce(invitee, group, invitedBy: inviter) else {
            try work.store.execute(
                """
                INSERT INTO invitation (id, invitee, inviter, message, stamp) VALUES ($1, $2, $3, $4, $5)
                ON CONFLICT (id) DO UPDATE SET inviter = $3, message = $4, stamp = $5
                """,
                [
                    .integer(PairKey.key(group.number, invitee.number)), .integer(invitee.number),
                    .integer(inviter.number), .text(message), .integer(try work.stamp()),
                ])
            return try groupStreams.emit(.invitationDidReceive, of: group, to: [invitee]) { json in
                json.field("inviter", inviter.id.text)
                json.field("message", message)
                json.field("name", group.info.name)
                json.field("avatar", group.info.avatar)
                json.field("memberCount", group.members.count)
            }
        }
        try admit(invitee, to: group, isForced: true)
        try groupStreams.emit(.didJoin, of: group, to: [invitee]) { json in
            json.field("inviter", inviter.id.text)
            json.field("message", message)
        }
        try groupStreams.emit(.invitationDidAccept, of: group, to: [inviter]) { $0.field("invitee", invitee.id.text) }
        try emitOthers(thatJoined: invitee, group)
    }

    /// G-24, G-25, G-Q09, G-Q11.
    package func acceptInvitation(to id: String, by number: Int64) throws {
        let (group, invitee) = (try groups.group(id), try accounts.caller(number))
        if group.members[number] != nil { throw Refusal(.alreadyGroupMember) }
        guard let (inviter, message) = try invitation(of: invitee, to: group) else {
            throw Refusal(.noGroupRight, "there is no such invitation", keys: ["groupID"])
        }
        try requireRoom(for: invitee, in: group)
        try admit(invitee, to: group)
        try emitOwnJoining(of: invitee, to: group, invitedBy: inviter, message)
        try groupStreams.emit(.invitationDidAccept, of: group, to: [inviter]) { $0.field("invitee", invitee.id.text) }
        try emitOthers(thatJoined: invitee, group)
        try post(acceptedBy: invitee, from: inviter, to: group)
    }

    /// G-26, G-55.
    package func declineInvitation(to id: String, reason: String, by number: Int64) throws {
        let (group, invitee) = (try groups.group(id), try accounts.caller(number))
        guard let (inviter, _) = try invitation(of: invitee, to: group) else {
            throw Refusal(.noGroupRight, "there is no such invitation", keys: ["groupID"])
        }
        try removeInvitation(of: invitee, to: group)
        try groupStreams.emit(.invitationDidDecline, of: group, to: [inviter]) { json in
            json.field("invitee", invitee.id.text)
            json.field("reason", reason)
        }
    }

    private func invitation(of invitee: Account, to group: Group) throws -> (inviter: Account, message: String)? {
        var found: (inviter: Int64, message: String)?
        try work.store.query(
            "SELECT inviter, message FROM invitation WHERE id = $1 AND stamp >= $2",
            [.integer(PairKey.key(group.number, invitee.number)), .integer(work.requestCutoff)]
        ) { row in found = (row.integer(0), row.text(1)) }
        return try found.map { (try accounts.account($0.inviter), $0.message) }
    }

    private func removeInvitation(of invitee: Account, to group: Group) throws {
        try work.store.execute(
            "DELETE FROM invitation WHERE id = $1", [.integer(PairKey.key(group.number, invitee.number))])
    }

    // MARK: - Asking to join

    /// G-73, G-Q12, G-Q14: true if the caller is a member now, false if it has asked.
    package func join(_ id: String, reason: String, by number: Int64) throws -> Bool {
        let (group, applicant) = (try groups.group(id), try accounts.caller(number))
        if group.members[number] != nil { throw Refusal(.alreadyGroupMember) }
        if !group.style.isPublic || group.isDisabled { throw Refusal(.noGroupRight) }
        try requireRoom(for: applicant, in: group)
        if group.style == .publicOpen {
            try admit(applicant, to: group)
            try emitOwnJoining(of: applicant, to: group)
            try emitOthers(thatJoined: applicant, group)
            try groupNotifications.post(
                GroupNotification(operation: .applyPass, source: applicant, targets: [applicant]), to: group)
            return true
        }
        try work.store.execute(
            """
            INSERT INTO application (id, applicant, reason, team, stamp) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (id) DO UPDATE SET reason = $3, stamp = $5
            """,
            [
                .integer(PairKey.key(group.number, applicant.number)), .integer(applicant.number), .text(reason),
                .integer(group.number), .integer(try work.stamp()),
            ])
        try groupStreams.emit(.joinRequestDidReceive, of: group, to: groupStreams.leaders(of: group)) { json in
            json.field("user", applicant.id.text)
            json.field("reason", reason)
        }
        return false
    }

    /// G-52, G-Q13, G-Q15.
    package func approve(_ user: String, in id: String, by number: Int64) throws {
        let (context, applicant) = try application(of: user, to: id, by: number)
        let group = context.group
        try requireRoom(for: applicant, in: group)
        try admit(applicant, to: group)
        try groupStreams.emit(
            .joinRequestDidApprove, of: group, to: [applicant] + groupStreams.leaders(of: group),
            sparing: context.account
        ) {
            json in
            json.field("applicant", applicant.id.text)
            json.field("operator", context.account.id.text)
        }
        try emitOthers(thatJoined: applicant, group)
        try groupNotifications.post(
            GroupNotification(operation: .applyPass, source: context.account, targets: [applicant]), to: group)
    }

    /// G-53, G-Q16.
    package func decline(_ user: String, in id: String, reason: String, by number: Int64) throws {
        let (context, applicant) = try application(of: user, to: id, by: number)
        try removeApplication(of: applicant, to: context.group)
        let recipients = try [applicant] + groupStreams.leaders(of: context.group)
        try groupStreams.emit(.joinRequestDidDecline, of: context.group, to: recipients, sparing: context.account) {
            json in
            json.field("reason", reason)
            json.field("decliner", context.account.id.text)
            json.field("applicant", applicant.id.text)
        }
    }

    private func application(of user: String, to id: String, by number: Int64) throws -> (MemberContext, Account) {
        let context = try groupMembers.memberContext(of: number, in: id)
        try groupMembers.require(.answerApplication, by: context)
        guard let applicant = try UserID(user).flatMap(accounts.reachableAccount) else {
            throw Refusal(.noGroupUser, keys: ["userID"])
        }
        var isThere = false
        try work.store.query(
            "SELECT 1 FROM application WHERE id = $1 AND stamp >= $2",
            [.integer(PairKey.key(context.group.number, applicant.number)), .integer(work.requestCutoff)]
        ) { _ in isThere = true }
        guard isThere else { throw Refusal(.requestHandled, keys: ["userID"]) }
        return (context, applicant)
    }

    private func removeApplication(of applicant: Account, to group: Group) throws {
        try work.store.execute(
            "DELETE FROM application WHERE id = $1", [.integer(PairKey.key(group.number, applicant.number))])
    }

    /// G-Q52: silent. They are over before they go.
    func trim() throws {
        guard work.options.requestDays > 0 else { return }
        let bounds: [SQLValue] = [.integer(work.requestCutoff), .integer(rowsPerSweep)]
        try work.store.execute(
            "DELETE FROM invitation WHERE id IN (SELECT id FROM invitation WHERE stamp < $1 ORDER BY stamp LIMIT $2)",
            bounds)
        try work.store.execute(
            "DELETE FROM application WHERE id IN (SELECT id FROM application WHERE stamp < $1 ORDER BY stamp LIMIT $2)",
            bounds)
    }

    /// Of a group that is no more.
    func eraseRequests(to group: Group) throws {
        let bounds = PairKey.bounds(group.number)
        let values: [SQLValue] = [.integer(bounds.after), .integer(bounds.through)]
        try work.store.execute("DELETE FROM invitation WHERE id > $1 AND id <= $2", values)
        try work.store.execute("DELETE FROM application WHERE id > $1 AND id <= $2", values)
    }

    /// Of a deleted account.
    func eraseRequests(of account: Account) throws {
        try work.store.execute("DELETE FROM invitation WHERE invitee = $1", [.integer(account.number)])
        try work.store.execute("DELETE FROM application WHERE applicant = $1", [.integer(account.number)])
    }
}

/// G-Q49.
private let mostGroupsKept = 50
