import Chat
import ClientProtocol
import ServerAPI

/// PendencyOperations.delete.
enum DeletePendencies {
    static let entry: (Operation, Handler) = (PendencyOperations.delete, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let areOutgoing = try call(PendencyOperations.ownType) == 2
        let users = try call(PendencyOperations.users)
        let account = session.account
        call.change(by: session) { chat throws(CommandError) in
            try chat.friendRequests.deleteRequests(users, areOutgoing: areOutgoing, of: account)
            return { _ in }
        }
    }
}
