import Chat
import ClientProtocol
import ServerAPI

/// `group.acceptInvitation`.
enum AcceptInvitation: MemberOperation {
    static let declaration = GroupOperations.acceptInvitation

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        { chat, me, _ throws(CommandError) in
            try chat.groupInvitations.acceptInvitation(to: id, by: me)
        }
    }
}
