import Chat
import ClientProtocol
import Routing
import ServerAPI

/// `subscription.unsubscribe`.
enum UnsubscribeFromUsers {
    static let entry: (Operation, Handler) = (SubscriptionOperations.unsubscribe, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        try call.requireSubscriptions()
        let type = try call(SubscriptionOperations.type)
        let users = try call(SubscriptionOperations.users)
        call.change(by: session) {
            [account = session.account, device = session.record.device] chat throws(CommandError) in
            let result = try chat.subscriptions.unsubscribe(from: users, type, by: account, on: device)
            return { $0.result(result) }
        }
    }
}
