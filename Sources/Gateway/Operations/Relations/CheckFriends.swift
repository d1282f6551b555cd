import Chat
import ClientProtocol
import Domain
import JSON
import Routing
import ServerAPI

/// FriendOperations.check.
enum CheckFriends: UserOperation {
    static let declaration = FriendOperations.check

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let users = try request(FriendOperations.users)
        let isBothWays = try request(FriendOperations.checkType) == 2
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
