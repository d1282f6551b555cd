import Chat
import ClientProtocol
import ServerAPI

/// FriendOperations.modify.
enum ModifyFriend {
    static let entry: (Operation, Handler) = (FriendOperations.modify, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let user = try call(FriendOperations.user)
        let change = try call(FriendOperations.values)
        let account = session.account
        call.change(by: session) { chat throws(CommandError) in
            try chat.friends.modifyFriend(user, change, of: account)
            return { _ in }
        }
    }
}
