import ClientProtocol
import Domain
import JSON

/// Inviting users into groups, and their answers.
extension GroupJoins {
    /// G-Q06, G-Q07, G-15 to G-26. `showsHistory`: I-05.
    package func invite(
        _ users: [String], _ message: String, to id: String, by number: AccountNumber, showsHistory: Bool = false
    ) throws(CommandError) -> [UserResult] {
        let context = try groupMembers.memberContext(of: number, in: id)
        try groupMembers.require(.invite, by: context)
        let group = context.group
        var results: [UserResult] = []
        var invitees: [Account] = []
        for user in users where !results.contains(where: { $0.user.isSpelled(like: user) }) {
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
        if results.isEmpty { throw .refused(.alreadyGroupMember, keys: ["userIDs"]) }
        if invitees.isEmpty, let error = results.first?.error { throw .refused(error, keys: results.map(\.user)) }
        var joining: [Account] = []
        for invitee in invitees where try joinsAtOnce(invitee, group, invitedBy: context.account) {
            joining.append(invitee)
        }
        if isFull(group, adding: joining.count) { throw .refused(.groupFull, keys: ["userIDs"]) }
        try quotas.pay(chargeInviting(invitees.count, by: context.account, key: "userIDs"))
        for invitee in invitees {
            try invite(invitee, message, to: group, by: context.account, showsHistory: showsHistory)
        }
        try post(joined: joining, to: group, by: context.account)
        return results
    }

    /// X-D02, X-D03: one notification for the call, or one for each who has consented beforehand.
    func post(joined invitees: [Account], to group: Group, by inviter: Account) throws(CommandError) {
        if group.needsConfirmation {
            for invitee in invitees { try post(acceptedBy: invitee, from: inviter, to: group) }
        } else if !invitees.isEmpty {
            try groupAdministration.post(
                GroupNotification(operation: .invite, source: inviter, targets: invitees), to: group)
        }
    }

    private func post(acceptedBy invitee: Account, from inviter: Account, to group: Group) throws(CommandError) {
        try groupAdministration.post(
            GroupNotification(operation: .acceptInvitation, source: invitee, targets: [inviter]), to: group)
    }

    /// The reason for which this invitee is left out: it has blocked the inviter, the group has banned it, or it is in too many
    /// groups (X-31, Y-01, G-Q27).
    func obstacle(to invitee: Account, by inviter: Account, _ group: Group) throws(CommandError) -> ErrorCode? {
        if try contacts.contact(of: invitee, towards: inviter)?.kind.isBlocked == true { return .noGroupRight }
        if try isBanned(invitee, from: group) { return .banned }
        if try joinsAtOnce(invitee, group, invitedBy: inviter),
            try hasTooManyGroups(invitee, isForced: true)
        {
            return .groupLimit
        }
        return nil
    }

    /// Whether the invitee becomes a member without being asked (G-15 to G-19, G-Q50).
    private func joinsAtOnce(_ invitee: Account, _ group: Group, invitedBy inviter: Account) throws(CommandError)
        -> Bool
    {
        if work.options.asksUnlessFriends, !work.isForAdministrator,
            try contacts.contact(of: invitee, towards: inviter)?.kind != .friend
        {
            return false
        }
        return !group.needsConfirmation || invitee.acceptsInvitations
    }

    /// G-Q51: those who make groups and invite others have a limit, and not those whom it happens to. Administrators have none.
    func chargeMaking(by creator: Account) throws(CommandError) -> Quotas.Charge? {
        try quotas.charge(
            .groupsMade, 1, to: creator, within: work.isForAdministrator ? nil : work.options.groupsMade,
            else: Refusal(.groupLimit, "too many groups created within an hour"))
    }

    func chargeInviting(_ count: Int, by inviter: Account, key: String) throws(CommandError) -> Quotas.Charge? {
        try quotas.charge(
            .usersInvited, count, to: inviter, within: work.isForAdministrator ? nil : work.options.usersInvited,
            else: Refusal(.groupLimit, "too many users invited within an hour", keys: [key]))
    }

    func invite(
        _ invitee: Account, _ message: String, to group: Group, by inviter: Account, showsHistory: Bool = false
    ) throws(CommandError) {
        guard try joinsAtOnce(invitee, group, invitedBy: inviter) else {
            try putInvitation(of: invitee, to: group, by: inviter, message)
            let content = GroupInvitationDidReceive(
                inviter: inviter.id, message: message, name: group.info.name, avatar: group.info.avatar,
                memberCount: group.members.count)
            return try groups.emit(content, of: group, to: [invitee])
        }
        try admit(invitee, to: group, isForced: true, showsHistory: showsHistory)
        try groups.emit(GroupDidJoin(inviter: inviter.id, message: message), of: group, to: [invitee])
        try groups.emit(GroupInvitationDidAccept(invitee: invitee.id), of: group, to: [inviter])
        try emitOthers(thatJoined: invitee, group)
    }

    /// Makes the invitee a member, and tells the inviter and the other members (G-24, G-25, G-Q09, G-Q11).
    package func acceptInvitation(to id: String, by number: AccountNumber) throws(CommandError) {
        let (group, invitee) = (try groups.group(id), try accounts.caller(number))
        if group.members[number] != nil { throw .refused(.alreadyGroupMember) }
        guard let (inviter, message) = try invitation(of: invitee, to: group) else {
            throw .refused(.noGroupRight, "there is no such invitation", keys: ["groupID"])
        }
        try requireEntry(of: invitee, to: group)
        try admit(invitee, to: group)
        try emitOwnJoining(of: invitee, to: group, invitedBy: inviter, message)
        try groups.emit(GroupInvitationDidAccept(invitee: invitee.id), of: group, to: [inviter])
        try emitOthers(thatJoined: invitee, group)
        try post(acceptedBy: invitee, from: inviter, to: group)
    }

    /// Drops the invitation, and tells the inviter why (G-26, G-55).
    package func declineInvitation(to id: String, reason: String, by number: AccountNumber) throws(CommandError) {
        let (group, invitee) = (try groups.group(id), try accounts.caller(number))
        guard let (inviter, _) = try invitation(of: invitee, to: group) else {
            throw .refused(.noGroupRight, "there is no such invitation", keys: ["groupID"])
        }
        try removeInvitation(of: invitee, to: group)
        try groups.emit(
            GroupInvitationDidDecline(invitee: invitee.id, reason: reason), of: group, to: [inviter])
    }

    private func invitation(of invitee: Account, to group: Group) throws(CommandError) -> (
        inviter: Account, message: String
    )? {
        guard let found = try pendingInvitation(of: invitee, to: group) else { return nil }
        return (try accounts.account(found.inviter), found.message)
    }
}
