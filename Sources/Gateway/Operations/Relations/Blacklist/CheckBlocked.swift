import Chat
import ClientProtocol
import JSON
import Routing
import ServerAPI

/// BlacklistOperations.check.
enum CheckBlocked: UserOperation {
    static let declaration = BlacklistOperations.check

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let users = try request(BlacklistOperations.users)
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
