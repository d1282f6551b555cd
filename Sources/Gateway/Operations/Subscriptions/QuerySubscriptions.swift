import Chat
import ClientProtocol
import ServerAPI

/// `subscription.query`.
enum QuerySubscriptions {
    static let entry: (Operation, Handler) = (SubscriptionOperations.query, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        try call.requireSubscriptions()
        let list = call.subscriptionList(of: session.account, try call(SubscriptionOperations.anyType))
        let users = try call(SubscriptionOperations.users)
        call.read(for: session) { transaction throws(CommandError) in
            let views = try stored(list.some(of: users, in: transaction))
            return { $0.views(views) }
        }
    }
}
