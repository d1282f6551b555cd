/// A sender's settings for a message (T-Q15).
package struct MessageSettings: OptionSet, Hashable, Sendable {
    package let rawValue: Int64
    package init(rawValue: Int64) { self.rawValue = rawValue }

    /// Found by history queries.
    package static let history = MessageSettings(rawValue: 1)
    /// Given to a device that logs in later.
    package static let roaming = MessageSettings(rawValue: 1 << 1)
    /// Given to the sender's other devices.
    package static let sync = MessageSettings(rawValue: 1 << 2)
    /// Kept for receivers who are offline.
    package static let persist = MessageSettings(rawValue: 1 << 3)
    /// Raises the receivers' unread counts.
    package static let shouldBeCounted = MessageSettings(rawValue: 1 << 4)
    /// May be pushed.
    package static let apnsEnabled = MessageSettings(rawValue: 1 << 5)
    /// The push's text begins with the sender's name.
    package static let apnsWithPrefix = MessageSettings(rawValue: 1 << 6)
    /// May be copied to the application's backend; without effect here.
    package static let route = MessageSettings(rawValue: 1 << 7)
    /// Asks the members of a group for receipts.
    package static let groupReceipt = MessageSettings(rawValue: 1 << 8)

    /// Names all members (C-Q12). Not the sender's to set: it follows from whom the message names.
    package static let atAll = MessageSettings(rawValue: 1 << 9)

    /// A hook has replaced what the sender sent. Not the sender's to set either.
    package static let replaced = MessageSettings(rawValue: 1 << 10)

    /// M-01: the message was recalled. Not the sender's to set either.
    package static let recalled = MessageSettings(rawValue: 1 << 11)

    /// M-36: the message has expired: it is `recalled`, and in no history. Not the sender's to set either.
    package static let expired = MessageSettings(rawValue: 1 << 12)

    /// I-01: a backend has brought it along from elsewhere, with the time that it had there. Not the sender's to set either.
    package static let imported = MessageSettings(rawValue: 1 << 13)

    /// D-09: a user's next reaction takes the place of its last.
    package static let exclusiveReactions = MessageSettings(rawValue: 1 << 14)

    /// T-Q08: of what the gateway says itself.
    package static let notification: MessageSettings = [.history, .roaming, .sync, .persist, .route]

    /// The settings of a message that gives none.
    package static let standard: MessageSettings = [
        .history, .roaming, .sync, .persist, .shouldBeCounted, .apnsEnabled, .apnsWithPrefix, .route,
    ]

    /// Every setting with the name it has on the wire.
    package static let named: [(name: StaticString, setting: MessageSettings)] = [
        ("history", .history), ("roaming", .roaming), ("sync", .sync), ("persist", .persist),
        ("shouldBeCounted", .shouldBeCounted), ("apnsEnabled", .apnsEnabled), ("apnsWithPrefix", .apnsWithPrefix),
        ("route", .route), ("teamReceipt", .groupReceipt), ("exclusiveReactions", .exclusiveReactions),
    ]
}
