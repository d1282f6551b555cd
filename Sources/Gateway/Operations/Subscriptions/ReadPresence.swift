import Chat
import ClientProtocol
import Domain
import JSON

/// `admin.presence.get`.
enum ReadPresence: AdminOperation {
    static let declaration = Operation(
        "admin.presence.get", "Reads the presence of any users.", roles: .admin,
        parameters: [SubscriptionParameters.users.description],
        result: [
            Field(
                "users", .list(.object([Field("userId", .string), Field("details", SubscriptionParameters.presence)])),
                "The users who exist, in the order asked for. `details` as in `subscription.eventChanged`, for "
                    + "every platform that the user was ever on.")
        ], errors: [.badSubscriptionUsers, .subscriptionsOff, .unavailable], badParameter: .hostedParameters)

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        try request.requireSubscriptions()
        let users = try request(SubscriptionParameters.users)
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
