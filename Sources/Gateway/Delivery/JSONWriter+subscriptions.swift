import Chat
import Domain
import JSON

extension JSONWriter {
    /// S-Q25.
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

    mutating func content(of event: SubscriptionEvent) {
        switch event.content {
        case .presence(let presences):
            details(presences)
        case .profile(let view):
            object("userProfile") { $0.hosted(view) }
        }
    }

    mutating func details(_ presences: [PlatformPresence]) {
        array("details") { json in
            for presence in presences {
                json.object { json in
                    json.field("eventValue", presence.isOnline ? 1 : 0)
                    json.field("changeTime", presence.changedAt)
                    json.field("platform", presence.platform.number)
                }
            }
        }
    }
}
