import Domain
import JSON

/// An event for a publisher's followers: the same for many of them (S-Q25). A class, since it goes through many hands.
package final class SubscriptionEvent: Sendable {
    package enum Content: Sendable {
        case presence([PlatformPresence], UserStatus? = nil)
        case profile(HostedView)
        /// By another node: the members of its JSON.
        case written([UInt8])
    }

    package let user: UserID
    /// The user's account.
    package let publisher: AccountNumber
    package let type: SubscriptionType
    package let content: Content

    init(of user: UserID, _ publisher: AccountNumber, _ type: SubscriptionType, _ content: Content) {
        self.user = user
        self.publisher = publisher
        self.type = type
        self.content = content
    }

    convenience init(_ account: Account, _ type: SubscriptionType, _ content: Content) {
        self.init(of: account.id, account.number, type, content)
    }
}

extension JSONWriter {
    /// The members that do not depend on the follower (S-Q25).
    package mutating func content(of event: SubscriptionEvent) {
        switch event.content {
        case .presence(let presences, let status): presence(presences, status)
        case .profile(let view): object("userProfile") { $0.hosted(view) }
        case .written(let members): members.withUnsafeBytes { self.members(raw: $0) }
        }
    }

    package mutating func presence(_ presences: [PlatformPresence], _ status: UserStatus?) {
        array("details") { json in
            for presence in presences {
                json.object { json in
                    json.field("eventValue", presence.isOnline ? 1 : 0)
                    json.field("changeTime", presence.changedAt.rawValue)
                    json.field("platform", presence.platform.number)
                }
            }
        }
        guard let status else { return }
        object("status") { json in
            json.field("text", status.text)
            if status.until > 0 { json.field("until", status.until.rawValue) }
        }
    }
}

/// One who is told of it, and since when and for how long that is so; both are 0 for friends.
package struct Follower: Sendable {
    package let account: AccountNumber
    /// Milliseconds since 1970.
    package let since: Milliseconds
    /// Seconds.
    package let expiry: Seconds
}

/// A subscription of a user's own that began, changed or ended (S-Q26).
package struct SubscriptionChange: Sendable {
    package let user: UserID
    package let type: SubscriptionType
    package let isEnd: Bool
    package let since: Milliseconds
    package let expiry: Seconds
}

/// A subscription as its owner sees it (S-Q30).
package struct SubscriptionView: Sendable {
    package let event: SubscriptionEvent
    package let since: Milliseconds
    package let expiry: Seconds
}

/// The subscriptions of a user as a session is told of them when it begins, for each type (S-Q29).
package struct SubscriptionSync: Sendable {
    package let type: SubscriptionType
    /// The changes of other devices since this one was there.
    package var changes: [SubscriptionChangedOnOtherDevices] = []
    package var events: [SubscriptionView] = []
}
