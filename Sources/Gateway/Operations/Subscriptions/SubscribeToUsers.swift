import Chat
import ClientProtocol
import Domain
import Routing
import ServerAPI
import Settings

/// `subscription.subscribe`.
enum SubscribeToUsers {
    static let entry: (Operation, Handler) = (SubscriptionOperations.subscribe, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        try call.requireSubscriptions()
        let type = try call(SubscriptionOperations.type)
        if type == .userProfile, !call.context.configuration.hosting.enabled { throw Refusal(.hostingOff) }
        let users = try call(SubscriptionOperations.users)
        let expiry = try call(SubscriptionOperations.expiry)
        call.change(by: session) {
            [account = session.account, device = session.record.device] chat throws(CommandError) in
            let result = try chat.subscriptions.subscribe(to: users, type, for: expiry, by: account, on: device)
            return { $0.result(result) }
        }
    }
}
