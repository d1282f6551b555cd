import Chat
import ClientProtocol
import ServerAPI

/// `group.acceptInvitation`.
enum AcceptInvitation {
    static let entry: (Operation, Handler) = (GroupOperations.acceptInvitation, .member(handle))

    private static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        { chat, me, _ throws(CommandError) in
            try chat.groupInvitations.acceptInvitation(to: id, by: me)
        }
    }
}
