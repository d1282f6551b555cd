/// The users who may read a channel and subscribe to it (F-02). The store has the numbers.
package enum ChannelAccess: Int64, CaseIterable, Sendable {
    /// Every user.
    case open = 0
    /// Those whose token names it.
    case claim = 1
    /// Every user, and guests, who show no token.
    case guests = 2

    package var word: StaticString {
        switch self {
        case .open: "open"
        case .claim: "claim"
        case .guests: "guests"
        }
    }
}

/// The channels that a token names in its claim `channels` (F-03): ids, and beginnings of ids that end in `*`.
package struct ChannelClaim: Equatable, Sendable {
    package static let none = ChannelClaim([])
    /// Of a backend, which could sign a token with any claim.
    package static let all = ChannelClaim(["*"])
    /// F-30: of one who has no token at all.
    package static let guest = ChannelClaim([], isGuest: true)

    package let patterns: [String]
    package let isGuest: Bool

    package init(_ patterns: [String]) {
        self.init(patterns, isGuest: false)
    }

    private init(_ patterns: [String], isGuest: Bool) {
        self.patterns = patterns
        self.isGuest = isGuest
    }

    /// Whether the caller may know of the channel; guests see only those for guests (F-02, F-30).
    package func admits(to channel: ChannelID, _ access: ChannelAccess) -> Bool {
        switch access {
        case .open: !isGuest
        case .claim: names(channel)
        case .guests: true
        }
    }

    package func names(_ channel: ChannelID) -> Bool {
        patterns.contains { pattern in
            guard pattern.utf8.last == UInt8(ascii: "*") else { return pattern.utf8.elementsEqual(channel.text.utf8) }
            return channel.text.utf8.starts(with: pattern.utf8.dropLast())
        }
    }
}
