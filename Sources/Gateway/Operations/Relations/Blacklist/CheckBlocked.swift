import Chat
import ClientProtocol
import JSON
import Routing
import ServerAPI

/// BlacklistOperations.check.
enum CheckBlocked {
    static let entry: (Operation, Handler) = (BlacklistOperations.check, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let users = try call(BlacklistOperations.users)
        let (user, account) = (session.record.user, session.account)
        call.read(for: session) { transaction throws(CommandError) in
            let checks = try stored(RelationQueries.blocks(of: users, for: user, account, in: transaction))
            return { json in
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
}
