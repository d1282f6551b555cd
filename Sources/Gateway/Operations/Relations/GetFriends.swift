import Chat
import ClientProtocol
import JSON
import ServerAPI

/// FriendOperations.get.
enum GetFriends: UserOperation {
    static let declaration = FriendOperations.get

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let users = try request(FriendOperations.named)
        let bytes = request.context.pageBytes
        return .read { transaction, json throws(CommandError) in
            let (friends, count, version) = try stored(
                FriendList.some(
                    users, of: caller.account, bytes: bytes, in: transaction))
            json.friends(friends)
            json.strings("left", Array(users[count...]))
            json.field("version", version)
        }
    }
}
