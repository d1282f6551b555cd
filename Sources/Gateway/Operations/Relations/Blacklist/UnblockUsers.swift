import Chat
import ClientProtocol
import ServerAPI

/// BlacklistOperations.delete.
enum UnblockUsers {
    static let entry: (Operation, Handler) = (BlacklistOperations.delete, .user(handle))

    private static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let users = try request(BlacklistOperations.users)
        return .change { chat, json throws(CommandError) in
            let results = try chat.blacklist.unblock(users, of: caller.account)
            json.results(results)
        }
    }
}
