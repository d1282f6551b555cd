import Chat
import ClientProtocol

/// `subscription.query`.
enum QuerySubscriptions: UserOperation {
    static let declaration = Operation.subscription(
        "subscription.query", "Reads the presence or the profiles of users, as far as the caller follows them.",
        [SubscriptionParameters.users.description, SubscriptionParameters.anyType.description],
        result: [SubscriptionParameters.events])

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        try request.requireSubscriptions()
        let list = request.subscriptionList(of: caller.account, try request(SubscriptionParameters.anyType))
        let users = try request(SubscriptionParameters.users)
        return .read { transaction, json throws(CommandError) in
            let views = try stored(list.some(of: users, in: transaction))
            json.views(views)
        }
    }
}
