import Chat
import ClientProtocol
import Routing
import ServerAPI

/// `subscription.unsubscribe`.
enum UnsubscribeFromUsers: UserOperation {
    static let declaration = SubscriptionOperations.unsubscribe

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        try request.requireSubscriptions()
        let type = try request(SubscriptionOperations.type)
        let users = try request(SubscriptionOperations.users)
        return .change { chat, json throws(CommandError) in
            let result = try chat.subscriptions.unsubscribe(from: users, type, by: caller.account, on: caller.device)
            json.result(result)
        }
    }
}
