import Chat
import ClientProtocol

/// `group.declineInvitation`.
enum DeclineInvitation: MemberOperation {
    static let declaration = Operation.group(
        "group.declineInvitation", "Declines an invitation.",
        [GroupParameters.groupID.description, GroupParameters.reason.description],
        errors: [.noGroupRight])

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let reason = try request(GroupParameters.reason)
        return { chat, me, _ throws(CommandError) in
            try chat.groupInvitations.declineInvitation(to: id, reason: reason, by: me)
        }
    }
}
