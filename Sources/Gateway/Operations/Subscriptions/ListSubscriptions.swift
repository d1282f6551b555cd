import Chat
import ClientProtocol
import ServerAPI

/// `subscription.list`.
enum ListSubscriptions {
    static let entry: (Operation, Handler) = (SubscriptionOperations.list, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        try call.requireSubscriptions()
        let list = call.subscriptionList(of: session.account, try call(SubscriptionOperations.anyType))
        let (count, start) = (try call(SubscriptionOperations.pageSize), try call(SubscriptionOperations.startIndex))
        call.read(for: session) { transaction throws(CommandError) in
            let views = try stored(list.page(from: start, count: count, in: transaction))
            return { $0.views(views) }
        }
    }
}
