import Chat
import ClientProtocol

/// `blacklist.add`.
enum BlockUsers: UserOperation {
    static let declaration = Operation.relation(
        "blacklist.add",
        "Blocks users: their messages are refused; friendships and requests between them and the caller end.",
        [RelationParameters.users.description, BlacklistParameters.keepsFriends.description],
        result: [RelationParameters.results("0, 31307, 30013 or 30003")])

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let users = try request(RelationParameters.users)
        let keepsFriends = try request(BlacklistParameters.keepsFriends)
        return .change { chat, json throws(CommandError) in
            let results = try chat.blacklist.block(users, keepsFriends: keepsFriends, of: caller.account)
            json.results(results)
        }
    }
}
