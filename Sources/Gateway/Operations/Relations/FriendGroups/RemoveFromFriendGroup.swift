import Chat
import ClientProtocol
import ServerAPI

/// FriendGroupOperations.removeFriends.
enum RemoveFromFriendGroup {
    static let entry: (Operation, Handler) = (FriendGroupOperations.removeFriends, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let name = try call(FriendGroupOperations.name)
        let users = try call(FriendGroupOperations.users)
        let account = session.account
        call.change(by: session) { chat throws(CommandError) in
            let results = try chat.friendGroups.removeFromFriendGroup(name, users, of: account)
            return { $0.results(results) }
        }
    }
}
