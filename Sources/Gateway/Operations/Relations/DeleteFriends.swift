import Chat
import ClientProtocol
import ServerAPI

/// FriendOperations.delete.
enum DeleteFriends: UserOperation {
    static let declaration = FriendOperations.delete

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let users = try request(FriendOperations.users)
        let isBothWays = try request(FriendOperations.deleteType) == 2
        return .change { chat, json throws(CommandError) in
            let results = try chat.friends.deleteFriends(users, bothWays: isBothWays, of: caller.account)
            json.results(results)
        }
    }
}
