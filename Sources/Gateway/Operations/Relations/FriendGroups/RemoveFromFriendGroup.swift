import Chat
import ClientProtocol
import ServerAPI

/// FriendGroupOperations.removeFriends.
enum RemoveFromFriendGroup: UserOperation {
    static let declaration = FriendGroupOperations.removeFriends

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let name = try request(FriendGroupOperations.name)
        let users = try request(FriendGroupOperations.users)
        return .change { chat, json throws(CommandError) in
            let results = try chat.friendGroups.removeFromFriendGroup(name, users, of: caller.account)
            json.results(results)
        }
    }
}
