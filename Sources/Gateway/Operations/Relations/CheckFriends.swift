import Chat
import ClientProtocol
import Domain
import JSON
import Routing

/// `friend.check`.
enum CheckFriends: UserOperation {
    static let declaration = Operation.relation(
        "friend.check", "Tells which users are friends.",
        [RelationParameters.users.description, checkType.description],
        result: [
            RelationParameters.results(
                "0 or 30003",
                with: [
                    Field(
                        "relation", .numbers([0, 1, 2, 3]),
                        "0: none; 1: the caller has the other; 2: the other has the caller; 3: each has the other.")
                ])
        ])

    private static let checkType = Parameter.integer(
        "checkType", in: 1...2, "1: looks into the caller's list. 2: looks into both lists.")

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let users = try request(RelationParameters.users)
        let isBothWays = try request(checkType) == 2
        return .read { transaction, json throws(CommandError) in
            let checks = try stored(
                FriendCheck.all(
                    of: users, bothWays: isBothWays, for: caller.user, caller.account, in: transaction))
            json.array("results") { json in
                for check in checks {
                    json.object { json in
                        json.result(check.result)
                        json.field("relation", check.relation.rawValue)
                    }
                }
            }
        }
    }
}
