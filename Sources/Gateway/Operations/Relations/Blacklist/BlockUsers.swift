import Chat
import ClientProtocol
import ServerAPI

/// BlacklistOperations.add.
enum BlockUsers: UserOperation {
    static let declaration = BlacklistOperations.add

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let users = try request(BlacklistOperations.users)
        let keepsFriends = try request(BlacklistOperations.keepsFriends)
        return .change { chat, json throws(CommandError) in
            let results = try chat.blacklist.block(users, keepsFriends: keepsFriends, of: caller.account)
            json.results(results)
        }
    }
}
