import Chat
import ClientProtocol
import ServerAPI

/// FriendGroupOperations.delete.
enum DeleteFriendGroups {
    static let entry: (Operation, Handler) = (FriendGroupOperations.delete, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let names = try call(FriendGroupOperations.names)
        let account = session.account
        call.change(by: session) { chat throws(CommandError) in
            try chat.friendGroups.deleteFriendGroups(names, of: account)
            return { _ in }
        }
    }
}
