import Chat
import ClientProtocol

/// `group.acceptInvitation`.
enum AcceptInvitation: MemberOperation {
    static let declaration = Operation.group(
        "group.acceptInvitation", "Accepts an invitation.", [GroupParameters.groupID.description],
        errors: [.alreadyGroupMember, .noGroupRight, .groupFull, .groupLimit]
    ).hooked(.decides)

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        { chat, me, _ throws(CommandError) in
            try chat.groupInvitations.acceptInvitation(to: id, by: me)
        }
    }
}
