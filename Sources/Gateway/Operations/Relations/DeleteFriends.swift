import Chat
import ClientProtocol

/// `friend.delete`.
enum DeleteFriends: UserOperation {
    static let declaration = Operation.relation(
        "friend.delete", "Deletes friends.", [RelationParameters.users.description, deleteType.description],
        result: [RelationParameters.results("0, 31704 or 30003")], errors: [.deletingTooFast])

    private static let deleteType = Parameter.integer(
        "delType", in: 1...2, "1: deletes the other from the caller's list. 2: also the caller from the other's list.")

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let users = try request(RelationParameters.users)
        let isBothWays = try request(deleteType) == 2
        return .change { chat, json throws(CommandError) in
            let results = try chat.friends.deleteFriends(users, bothWays: isBothWays, of: caller.account)
            json.results(results)
        }
    }
}
