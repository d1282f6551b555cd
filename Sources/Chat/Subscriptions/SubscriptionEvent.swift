import Domain

/// An event for a publisher's followers: the same for many of them (S-Q25). A class, since it goes through many hands.
package final class SubscriptionEvent: Sendable {
    package enum Content: Sendable {
        case presence([PlatformPresence])
        case profile(HostedView)
    }

    package let user: UserID
    /// The user's account.
    package let publisher: AccountNumber
    package let type: SubscriptionType
    package let content: Content

    init(_ account: Account, _ type: SubscriptionType, _ content: Content) {
        user = account.id
        publisher = account.number
        self.type = type
        self.content = content
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
