import Chat
import ClientProtocol
import ServerAPI

/// FriendOperations.list.
enum ListFriends: UserOperation {
    static let declaration = FriendOperations.list

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let query = try request.friendListQuery()
        return .read { transaction, json throws(CommandError) in
            try query.write(friendsOf: caller.account, to: &json, from: transaction)
        }
    }
}
