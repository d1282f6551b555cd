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
    /// One JSON object, for the app.
    package var custom: String?

    package init() {}

    package static let longestWord = 64
    package static let longestCustom = 1_024

    /// Names that mean something to a provider, or to the gateway's own clients.
    package static func isReserved(_ name: String) -> Bool {
        reserved.contains(name) || ["google", "gcm."].contains { name.hasPrefix($0) }
    }

    private static let reserved: Set<String> = [
        "aps", "martlet", "from", "message_type", "notification", "collapse_key", "conversation", "message", "badge",
        "forced",
    ]
}
