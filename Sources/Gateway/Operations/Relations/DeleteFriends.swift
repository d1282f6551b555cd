import Chat
import ClientProtocol
import ServerAPI

/// FriendOperations.delete.
enum DeleteFriends {
    static let entry: (Operation, Handler) = (FriendOperations.delete, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let users = try call(FriendOperations.users)
        let isBothWays = try call(FriendOperations.deleteType) == 2
        let account = session.account
        call.change(by: session) { chat throws(CommandError) in
            let results = try chat.friends.deleteFriends(users, bothWays: isBothWays, of: account)
            return { $0.results(results) }
        }
    }
}
