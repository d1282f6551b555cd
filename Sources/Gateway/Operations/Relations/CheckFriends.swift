import Chat
import ClientProtocol
import Domain
import JSON
import Routing
import ServerAPI

/// FriendOperations.check.
enum CheckFriends {
    static let entry: (Operation, Handler) = (FriendOperations.check, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let users = try call(FriendOperations.users)
        let isBothWays = try call(FriendOperations.checkType) == 2
        let (user, account) = (session.record.user, session.account)
        call.read(for: session) { transaction throws(CommandError) in
            let checks = try stored(
                FriendCheck.all(of: users, bothWays: isBothWays, for: user, account, in: transaction))
            return { json in
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
}
