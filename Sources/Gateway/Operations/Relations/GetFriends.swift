import Chat
import ClientProtocol
import JSON
import ServerAPI

/// FriendOperations.get.
enum GetFriends {
    static let entry: (Operation, Handler) = (FriendOperations.get, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let users = try call(FriendOperations.named)
        let (account, bytes) = (session.account, call.pageBytes)
        call.read(for: session) { transaction throws(CommandError) in
            let (friends, count, version) = try stored(
                FriendList.some(users, of: account, bytes: bytes, in: transaction))
            return { json in
                json.friends(friends)
                json.strings("left", Array(users[count...]))
                json.field("version", version)
            }
        }
    }
}
