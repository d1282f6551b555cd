/// How a sender wants a message's push to look and sound: `apnsPayload` of `message.send`.
package struct PushPayload: Equatable, Sendable {
    /// The name of a sound that the app has; empty: none; nil: the usual one.
    package var sound: String?
    /// Whether it carries the receiver's total of unread messages.
    package var hasBadge = true
    /// Android's notification channel.
    package var channel: String?
    /// The category of actions that a device offers.
    package var category: String?
    /// A later push with the same one takes its place.
    package var collapseID: String?
    /// Beside the title, at Apple's devices.
    package var subtitle: String?
    /// Pushes of one thread are shown together; nil: the conversation's are.
    package var thread: String?
    /// One JSON object, for the app.
    package var custom: String?
    // From backends alone.
    package var title: String?
    /// The URL of a picture that the device loads.
    package var image: String?
    package var level: PushLevel?
    package var pushClass: PushClass?
    /// The app may change the push before it is shown, at Apple's devices.
    package var isMutable = false
    /// P-38: nothing is shown; the app is woken to look for news.
    package var isSilent = false
    /// P-40: nothing is shown, and the app is not woken: the number at its icon changes.
    package var isBadgeAlone = false
    /// P-41: it is about a call.
    package var call: CallPush?

    package init() {}

    package static let longestURL = 1_024

    /// For a device that does not show what a message says.
    package var withoutContent: PushPayload {
        var payload = self
        (payload.image, payload.subtitle) = (nil, nil)
        return payload
    }

    package static let longestWord = 64
    package static let longestCustom = 1_024

    /// Names that mean something to a provider, or to the gateway's own clients.
    package static func isReserved(_ name: String) -> Bool {
        reserved.contains(name) || ["google", "gcm."].contains { name.hasPrefix($0) }
    }

    private static let reserved: Set<String> = [
        "aps", "martlet", "from", "message_type", "notification", "collapse_key", "conversation", "message", "badge",
        "forced", "call",
    ]
}

/// How much a push presses, in Apple's words; at others, as near as they have it.
package enum PushLevel: String, CaseIterable, Sendable {
    case passive
    case active
    case timeSensitive = "time-sensitive"
}

/// P-41, J-10: what a push says of a call.
package struct CallPush: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        case rings(until: Milliseconds)
        /// It takes the place of that one, on the devices that got it.
        case ended(ring: MessageNumber, isMissed: Bool)
    }

    package let call: CallNumber
    package let kind: Kind

    package init(_ call: CallNumber, _ kind: Kind) {
        self.call = call
        self.kind = kind
    }

    package var isRing: Bool {
        if case .rings = kind { true } else { false }
    }

    package var phrase: PushPhrase {
        switch kind {
        case .rings: .call
        case .ended(_, let isMissed): isMissed ? .missedCall : .callEnded
        }
    }
}
