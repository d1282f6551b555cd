import Chat
import Domain
import JSON

extension JSONWriter {
    /// One event of `subscription.eventChanged` (S-Q25).
    mutating func subscriptionEvent(_ event: SubscriptionEvent, _ since: Milliseconds, _ expiry: Seconds) {
        subject(of: event)
        field("subscribeTime", since)
        field("expiry", expiry)
        content(of: event)
    }

    mutating func subject(of event: SubscriptionEvent) {
        field("userId", event.user.text)
        field("subscribeType", event.type.rawValue)
    }
}
