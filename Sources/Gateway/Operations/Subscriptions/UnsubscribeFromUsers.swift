import Chat
import ClientProtocol
import Routing

/// `subscription.unsubscribe`.
enum UnsubscribeFromUsers: UserOperation {
    static let declaration = Operation.subscription(
        "subscription.unsubscribe", "Stops following users.",
        [SubscriptionParameters.users.description, SubscriptionParameters.type.description],
        result: SubscriptionParameters.status)

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        try request.requireSubscriptions()
        let type = try request(SubscriptionParameters.type)
        let users = try request(SubscriptionParameters.users)
        return .change { chat, json throws(CommandError) in
            let result = try chat.subscriptions.unsubscribe(from: users, type, by: caller.account, on: caller.device)
            json.result(result)
        }
    }
}
