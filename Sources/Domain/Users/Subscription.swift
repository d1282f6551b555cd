/// The kinds of events about another user that a user can follow (S-36 to S-39).
package enum SubscriptionType: Int64, CaseIterable, Sendable {
    case onlineStatus = 1
    case userProfile = 2
    /// The last two go with mutual friendship, and are not to be asked for (S-Q17).
    case friendOnlineStatus = 3
    case friendUserProfile = 4

    package var isOfFriends: Bool { self == .friendOnlineStatus || self == .friendUserProfile }
    package var isOfPresence: Bool { self == .onlineStatus || self == .friendOnlineStatus }
}

/// Whether a user is there on one platform, and since when (S-Q25, X-21).
package struct PlatformPresence: Equatable, Sendable {
    package let platform: Platform
    package var isOnline: Bool
    /// Milliseconds since 1970; later with every change.
    package var changedAt: Milliseconds

    package init(platform: Platform, isOnline: Bool, changedAt: Milliseconds) {
        self.platform = platform
        self.isOnline = isOnline
        self.changedAt = changedAt
    }

    /// S-Q24: how long a user who has gone is still told of: 7 days.
    package static let memory: Milliseconds = .days(7)
}

/// Y-06: a line that a user tells beside its presence.
package struct UserStatus: Sendable {
    /// Empty: there is none any more.
    package let text: String
    /// Milliseconds since 1970; 0: until it is changed.
    package let until: Milliseconds

    package init(text: String, until: Milliseconds) {
        self.text = text
        self.until = until
    }

    package func isShown(at now: Milliseconds) -> Bool { !text.isEmpty && (until == 0 || until > now) }
}

extension Platform {
    /// The number of the platform in events of subscriptions (S-Q25).
    package var number: Int64 { Int64(Self.allCases.prefix { $0 != self }.count) }
}
