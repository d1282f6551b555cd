import Chat
import ClientProtocol
import ServerAPI

/// BlacklistOperations.delete.
enum UnblockUsers: UserOperation {
    static let declaration = BlacklistOperations.delete

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let users = try request(BlacklistOperations.users)
        return .change { chat, json throws(CommandError) in
            let results = try chat.blacklist.unblock(users, of: caller.account)
            json.results(results)
        }
    }
}
