import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI

/// `admin.presence.get`.
enum ReadPresence: AdminOperation {
    static let declaration = SubscriptionOperations.readPresence

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        try request.requireSubscriptions()
        let users = try request(SubscriptionOperations.users)
        return .read { transaction, json throws(CommandError) in
            let found = try stored(PlatformPresence.all(of: users, in: transaction))
            json.array("users") { json in
                for (user, presences) in found {
                    json.object { json in
                        json.field("userId", user.text)
                        json.details(presences)
                    }
                }
            }
        }
    }
}
