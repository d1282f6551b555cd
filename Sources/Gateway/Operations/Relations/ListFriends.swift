import Chat
import ClientProtocol
import ServerAPI

/// FriendOperations.list.
enum ListFriends {
    static let entry: (Operation, Handler) = (FriendOperations.list, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let query = try call.friendListQuery()
        let account = session.account
        call.read(for: session) { transaction throws(CommandError) in try query.result(of: account, in: transaction) }
    }
}
