import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI

/// `admin.presence.get`.
enum ReadPresence {
    static let entry: (Operation, Handler) = (SubscriptionOperations.presence, .admin(handle))

    private static func handle(_ call: Call, _ session: AdminSession) throws(Refusal) {
        try call.requireSubscriptions()
        let users = try call(SubscriptionOperations.users)
        call.read(for: session) { transaction throws(CommandError) in
            let found = try stored(PlatformPresence.all(of: users, in: transaction))
            return { json in
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
}
