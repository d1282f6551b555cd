import Chat
import ClientProtocol
import ServerAPI

/// `subscription.query`.
enum QuerySubscriptions: UserOperation {
    static let declaration = SubscriptionOperations.query

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        try request.requireSubscriptions()
        let list = request.subscriptionList(of: caller.account, try request(SubscriptionOperations.anyType))
        let users = try request(SubscriptionOperations.users)
        return .read { transaction, json throws(CommandError) in
            let views = try stored(list.some(of: users, in: transaction))
            json.views(views)
        }
    }
}
