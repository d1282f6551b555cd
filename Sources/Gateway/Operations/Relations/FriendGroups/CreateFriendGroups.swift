import Chat
import ClientProtocol
import ServerAPI

/// FriendGroupOperations.create.
enum CreateFriendGroups: UserOperation {
    static let declaration = FriendGroupOperations.create

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let names = try request(FriendGroupOperations.newNames)
        let users = try request(FriendGroupOperations.firstUsers)
        return .change { chat, json throws(CommandError) in
            let results = try chat.friendGroups.createFriendGroups(names, with: users, of: caller.account)
            json.results(results)
        }
    }
}
