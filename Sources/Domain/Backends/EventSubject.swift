/// Whom an event is about (E-03): a backend hears the events of one subject in their order. A group's messages and its life
/// are of one subject.
package struct EventSubject: RawRepresentable, Hashable, Sendable {
    package enum Kind: Int64, Sendable {
        case user, conversation, group, channel
        /// The stream of all. Two bits have no room for it: it is what the channel of the number 0 would be.
        case broadcasts
        /// Nor for rooms: these have numbers below 0.
        case room
    }

    /// As the store has it: a number of 31 bits, and the kind; below 0 that of a room.
    package let rawValue: Int64

    /// Nil: there is no such kind.
    package init?(rawValue: Int64) {
        guard Kind(rawValue: rawValue & 3) != nil else { return nil }
        self.rawValue = rawValue
    }

    private init(below rawValue: Int64) { self.rawValue = rawValue }

    private init(_ kind: Kind, _ number: Int64) { rawValue = number << 2 | kind.rawValue }

    package static func user(_ account: AccountNumber) -> EventSubject { .init(.user, account.rawValue) }
    package static func group(_ group: GroupNumber) -> EventSubject { .init(.group, group.rawValue) }

    package static func channel(_ channel: ChannelNumber) -> EventSubject { .init(.channel, channel.rawValue) }

    package static func room(_ room: RoomNumber) -> EventSubject { .init(below: -room.rawValue) }

    package static let broadcasts = EventSubject(.channel, 0)

    /// Between two users.
    package static func conversation(_ number: ConversationNumber) -> EventSubject {
        .init(.conversation, number.rawValue)
    }

    package var kind: Kind {
        if self == .broadcasts { return .broadcasts }
        if rawValue < 0 { return .room }
        guard let kind = Kind(rawValue: rawValue & 3) else { preconditionFailure("no kind of subject: \(rawValue)") }
        return kind
    }

    package var number: Int64 { rawValue < 0 ? -rawValue : rawValue >> 2 }
}
