import Chat
import ClientProtocol

/// `friend.list`.
enum ListFriends: UserOperation {
    static let declaration = Operation.relation(
        "friend.list", "Lists the friends in the order of their ids, or the changes since a version.",
        [
            FriendParameters.next.description, FriendParameters.count.description,
            FriendParameters.sinceVersion.description,
        ], result: FriendParameters.listed, errors: [.resyncRequired])

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let query = try request.friendListQuery()
        return .read { transaction, json throws(CommandError) in
            try query.write(friendsOf: caller.account, to: &json, from: transaction)
        }
    }
}
