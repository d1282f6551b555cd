import Chat
import ClientProtocol
import ServerAPI

/// FriendGroupOperations.addFriends.
enum AddToFriendGroup: UserOperation {
    static let declaration = FriendGroupOperations.addFriends

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let name = try request(FriendGroupOperations.name)
        let users = try request(FriendGroupOperations.users)
        return .change { chat, json throws(CommandError) in
            let results = try chat.friendGroups.addToFriendGroup(name, users, of: caller.account)
            json.results(results)
        }
    }
}
