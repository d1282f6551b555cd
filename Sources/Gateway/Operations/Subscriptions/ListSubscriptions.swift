import Chat
import ClientProtocol
import ServerAPI

/// `subscription.list`.
enum ListSubscriptions: UserOperation {
    static let declaration = SubscriptionOperations.list

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        try request.requireSubscriptions()
        let list = request.subscriptionList(of: caller.account, try request(SubscriptionOperations.anyType))
        let (count, start) = (
            try request(SubscriptionOperations.pageSize), try request(SubscriptionOperations.startIndex)
        )
        return .read { transaction, json throws(CommandError) in
            let views = try stored(list.page(from: start, count: count, in: transaction))
            json.views(views)
        }
    }
}
