import Chat
import ClientProtocol
import JSON

/// `friendGroup.create`.
enum CreateFriendGroups: UserOperation {
    static let declaration = Operation.relation(
        "friendGroup.create", "Creates friend groups: all of them or none.",
        [newNames.description, firstUsers.description],
        result: [RelationParameters.results("0 or 32216")], errors: [.badFriendGroupName, .friendGroupsFull])

    /// Those that there are may be called what a new one may not.
    private static let newNames = FriendGroupParameters.names.checked { names throws(Mismatch) in
        for name in names { try name.checkName(else: .badFriendGroupName, key: name) }
    }
    private static let firstUsers = Parameter<[String]>(
        "userIDs", type: .list(.user, 0...100), absent: [], "Friends to put into the new groups."
    ) { value throws(Mismatch) in try value.texts(count: 0...100) }

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let names = try request(newNames)
        let users = try request(firstUsers)
        return .change { chat, json throws(CommandError) in
            let results = try chat.friendGroups.createFriendGroups(names, with: users, of: caller.account)
            json.results(results)
        }
    }
}
