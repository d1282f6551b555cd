import ClientProtocol
import Domain
import JSON

/// Asking to join groups, and the answers of those who lead them.
package final class JoinRequests {
    private let accounts: Accounts
    private let groupStreams: GroupStreams
    private let groups: Groups
    private let groupMembers: GroupMembers
    private let groupNotifications: GroupNotifications
    private let pendingJoins: PendingJoins
    private let groupAdmission: GroupAdmission

    init(
        accounts: Accounts, groupStreams: GroupStreams, groups: Groups, groupMembers: GroupMembers,
        groupNotifications: GroupNotifications, pendingJoins: PendingJoins, groupAdmission: GroupAdmission
    ) {
        self.accounts = accounts
        self.groupStreams = groupStreams
        self.groups = groups
        self.groupMembers = groupMembers
        self.groupNotifications = groupNotifications
        self.pendingJoins = pendingJoins
        self.groupAdmission = groupAdmission
    }

    /// G-73, G-Q12, G-Q14: true if the caller is a member now, false if it has asked.
    package func join(_ id: String, reason: String, by number: AccountNumber) throws(CommandError) -> Bool {
        let (group, applicant) = (try groups.group(id), try accounts.caller(number))
        if group.members[number] != nil { throw .refused(.alreadyGroupMember) }
        if !group.style.isPublic || group.isDisabled { throw .refused(.noGroupRight) }
        try groupAdmission.requireRoom(for: applicant, in: group)
        if group.style == .publicOpen {
            try groupAdmission.admit(applicant, to: group)
            try groupAdmission.emitOwnJoining(of: applicant, to: group)
            try groupAdmission.emitOthers(thatJoined: applicant, group)
            try groupNotifications.post(
                GroupNotification(operation: .applyPass, source: applicant, targets: [applicant]), to: group)
            return true
        }
        try pendingJoins.putApplication(of: applicant, to: group, reason: reason)
        try groupStreams.emit(
            GroupJoinRequestDidReceive(user: applicant.id, reason: reason), of: group,
            to: groupStreams.leaders(of: group))
        return false
    }

    /// Makes the applicant a member; a second answer comes too late (G-52, G-Q13, G-Q15).
    package func approve(_ user: String, in id: String, by number: AccountNumber) throws(CommandError) {
        let (context, applicant) = try application(of: user, to: id, by: number)
        let group = context.group
        try groupAdmission.requireRoom(for: applicant, in: group)
        try groupAdmission.admit(applicant, to: group)
        try groupStreams.emit(
            GroupJoinRequestDidApprove(applicant: applicant.id, approver: context.account.id), of: group,
            to: [applicant] + groupStreams.leaders(of: group), sparing: context.account)
        try groupAdmission.emitOthers(thatJoined: applicant, group)
        try groupNotifications.post(
            GroupNotification(operation: .applyPass, source: context.account, targets: [applicant]), to: group)
    }

    /// Drops the request, and tells the applicant and the other leaders why (G-53, G-Q16).
    package func decline(_ user: String, in id: String, reason: String, by number: AccountNumber) throws(CommandError) {
        let (context, applicant) = try application(of: user, to: id, by: number)
        try pendingJoins.removeApplication(of: applicant, to: context.group)
        let recipients = try [applicant] + groupStreams.leaders(of: context.group)
        try groupStreams.emit(
            GroupJoinRequestDidDecline(reason: reason, decliner: context.account.id, applicant: applicant.id),
            of: context.group, to: recipients, sparing: context.account)
    }

    private func application(of user: String, to id: String, by number: AccountNumber) throws(CommandError) -> (
        MemberContext, Account
    ) {
        let context = try groupMembers.memberContext(of: number, in: id)
        try groupMembers.require(.answerApplication, by: context)
        guard let applicant = try UserID(user).flatMap(accounts.reachableAccount) else {
            throw .refused(.noGroupUser, keys: ["userID"])
        }
        guard try pendingJoins.hasApplication(of: applicant, to: context.group) else {
            throw .refused(.requestHandled, keys: ["userID"])
        }
        return (context, applicant)
    }
}
