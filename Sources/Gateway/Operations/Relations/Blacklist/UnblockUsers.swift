import Chat
import ClientProtocol

/// `blacklist.delete`.
enum UnblockUsers: UserOperation {
    static let declaration = Operation.relation(
        "blacklist.delete", "Unblocks users. Friendships and requests that have ended do not come back.",
        [RelationParameters.users.description],
        result: [RelationParameters.results("0, 31503 or 30003")])

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let users = try request(RelationParameters.users)
        return .change { chat, json throws(CommandError) in
            let results = try chat.blacklist.unblock(users, of: caller.account)
            json.results(results)
        }
    }
}
