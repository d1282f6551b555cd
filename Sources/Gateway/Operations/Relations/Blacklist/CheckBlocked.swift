import Chat
import ClientProtocol
import JSON
import Routing

/// `blacklist.check`.
enum CheckBlocked: UserOperation {
    static let declaration = Operation.relation(
        "blacklist.check", "Tells whether users are in the caller's blacklist.", [RelationParameters.users.description],
        result: [
            RelationParameters.results(
                "0 or 30003", with: [Field("blocked", .boolean, "Whether the caller has blocked the user.")])
        ])

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let users = try request(RelationParameters.users)
        return .read { transaction, json throws(CommandError) in
            let checks = try stored(
                RelationQueries.blocks(of: users, for: caller.user, caller.account, in: transaction))
            json.array("results") { json in
                for (result, isBlocked) in checks {
                    json.object { json in
                        json.result(result)
                        json.field("blocked", isBlocked)
                    }
                }
            }
        }
    }
}
