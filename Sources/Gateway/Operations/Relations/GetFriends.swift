import Chat
import ClientProtocol
import JSON

/// `friend.get`.
enum GetFriends: UserOperation {
    static let declaration = Operation.relation(
        "friend.get", "Reads friends by their ids.", [named.description],
        result: [
            FriendParameters.friends,
            Field("left", .strings, "Users who did not fit into the reply; ask for them again."),
            RelationParameters.version,
        ])

    private static let named = Parameter.users("userIDs", count: 1...100, "The users.")

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let users = try request(named)
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
