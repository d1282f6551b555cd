import ClientProtocol
import Domain
import JSON

/// Asking to join groups, and the answers of those who lead them.
extension GroupJoins {
    /// G-73, G-Q12, G-Q14: true if the caller is a member now, false if it has asked.
    package func join(_ id: String, reason: String, by number: AccountNumber) throws(CommandError) -> Bool {
        let (group, applicant) = (try groups.group(id), try accounts.caller(number))
        if group.members[number] != nil { throw .refused(.alreadyGroupMember) }
        if !group.style.isPublic || group.isDisabled { throw .refused(.noGroupRight) }
        try requireEntry(of: applicant, to: group)
        if group.style == .publicOpen {
            try admit(applicant, to: group)
            try emitOwnJoining(of: applicant, to: group)
            try emitOthers(thatJoined: applicant, group)
            try groupAdministration.post(
                GroupNotification(operation: .applyPass, source: applicant, targets: [applicant]), to: group)
            return true
        }
        try putApplication(of: applicant, to: group, reason: reason)
        try groups.emit(
            GroupJoinRequestDidReceive(user: applicant.id, reason: reason), of: group,
            to: groups.leaders(of: group))
        return false
    }

    /// Makes the applicant a member; a second answer comes too late (G-52, G-Q13, G-Q15).
    package func approveRequest(_ user: String, in id: String, by number: AccountNumber) throws(CommandError) {
        let (context, applicant) = try application(of: user, to: id, by: number)
        let group = context.group
        try requireEntry(of: applicant, to: group)
        try admit(applicant, to: group)
        try groups.emit(
            GroupJoinRequestDidApprove(applicant: applicant.id, approver: context.account.id), of: group,
            to: [applicant] + groups.leaders(of: group), sparing: context.account)
        try emitOthers(thatJoined: applicant, group)
        try groupAdministration.post(
            GroupNotification(operation: .applyPass, source: context.account, targets: [applicant]), to: group)
    }

    /// Drops the request, and tells the applicant and the other leaders why (G-53, G-Q16).
    package func declineRequest(_ user: String, in id: String, reason: String, by number: AccountNumber)
        throws(CommandError)
    {
        let (context, applicant) = try application(of: user, to: id, by: number)
        try removeApplication(of: applicant, to: context.group)
        let recipients = try [applicant] + groups.leaders(of: context.group)
        try groups.emit(
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
        guard try hasApplication(of: applicant, to: context.group) else {
            throw .refused(.requestHandled, keys: ["userID"])
        }
        return (context, applicant)
    }
}
