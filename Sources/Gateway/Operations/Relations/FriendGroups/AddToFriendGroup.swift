import Chat
import ClientProtocol

/// `friendGroup.addFriends`.
enum AddToFriendGroup: UserOperation {
    static let declaration = Operation.relation(
        "friendGroup.addFriends", "Adds friends to a friend group.",
        [FriendGroupParameters.name.description, RelationParameters.users.description],
        result: [RelationParameters.results("0, 32518 or 32519")], errors: [.badFriendGroupName])

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let name = try request(FriendGroupParameters.name)
        let users = try request(RelationParameters.users)
        return .change { chat, json throws(CommandError) in
            let results = try chat.friendGroups.addToFriendGroup(name, users, of: caller.account)
            json.results(results)
        }
    }
}
