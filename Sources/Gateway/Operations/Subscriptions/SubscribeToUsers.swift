import Chat
import ClientProtocol
import Domain
import Routing
import ServerAPI
import Settings

/// `subscription.subscribe`.
enum SubscribeToUsers: UserOperation {
    static let declaration = SubscriptionOperations.subscribe

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        try request.requireSubscriptions()
        let type = try request(SubscriptionOperations.type)
        if type == .userProfile, !request.context.configuration.hosting.enabled { throw Refusal(.hostingOff) }
        let users = try request(SubscriptionOperations.users)
        let expiry = try request(SubscriptionOperations.expiry)
        return .change { chat, json throws(CommandError) in
            let result = try chat.subscriptions.subscribe(
                to: users, type, for: expiry, by: caller.account, on: caller.device)
            json.result(result)
        }
    }
}
