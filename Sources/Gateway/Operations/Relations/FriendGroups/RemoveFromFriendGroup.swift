import Chat
import ClientProtocol

/// `friendGroup.removeFriends`.
enum RemoveFromFriendGroup: UserOperation {
    static let declaration = Operation.relation(
        "friendGroup.removeFriends", "Removes friends from a friend group.",
        [FriendGroupParameters.name.description, RelationParameters.users.description],
        result: [RelationParameters.results("0, 32518 or 32520")], errors: [.badFriendGroupName])

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let name = try request(FriendGroupParameters.name)
        let users = try request(RelationParameters.users)
        return .change { chat, json throws(CommandError) in
            let results = try chat.friendGroups.removeFromFriendGroup(name, users, of: caller.account)
            json.results(results)
        }
    }
}
