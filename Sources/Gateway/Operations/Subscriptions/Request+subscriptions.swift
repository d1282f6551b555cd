import Chat
import ClientProtocol
import Domain
import Settings

extension Request {
    /// S-Q14.
    func requireSubscriptions() throws(Refusal) {
        if !context.configuration.subscriptions.enabled { throw Refusal(.subscriptionsOff) }
    }

    func subscriptionList(of account: AccountNumber, _ type: SubscriptionType) -> SubscriptionList {
        let configuration = context.configuration
        return SubscriptionList(
            of: account, type, at: configuration.now.time,
            standardVisibility: configuration.standardVisibility)
    }
}
