import Chat
import ClientProtocol
import ServerAPI

/// `group.declineInvitation`.
enum DeclineInvitation: MemberOperation {
    static let declaration = GroupOperations.declineInvitation

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let reason = try request(GroupOperations.reason)
        return { chat, me, _ throws(CommandError) in
            try chat.groupInvitations.declineInvitation(to: id, reason: reason, by: me)
        }
    }
}
