import Chat
import ClientProtocol
import Domain
import JSON
import Routing
import Settings

/// `subscription.subscribe`.
enum SubscribeToUsers: UserOperation {
    static let declaration = Operation.subscription(
        "subscription.subscribe", "Follows users for a time, which begins anew for users that are followed already.",
        [SubscriptionParameters.users.description, SubscriptionParameters.type.description, expiry.description],
        result: SubscriptionParameters.status,
        errors: [.publisherFull, .subscriberFull, .badExpiry, .hostingOff])

    private static let expiry = Parameter<Seconds>(
        "expiry", type: .integer(60...2_592_000), "The duration in seconds."
    ) { value throws(Mismatch) in
        guard let seconds = value.int64, (60...2_592_000).contains(seconds) else {
            throw Mismatch("must be 60 to 2592000 seconds", .badExpiry)
        }
        return Seconds(seconds)
    }

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        try request.requireSubscriptions()
        let type = try request(SubscriptionParameters.type)
        if type == .userProfile, !request.context.configuration.hosting.enabled { throw Refusal(.hostingOff) }
        let users = try request(SubscriptionParameters.users)
        let expiry = try request(Self.expiry)
        return .change { chat, json throws(CommandError) in
            let result = try chat.subscriptions.subscribe(
                to: users, type, for: expiry, by: caller.account, on: caller.device)
            json.result(result)
        }
    }
}
