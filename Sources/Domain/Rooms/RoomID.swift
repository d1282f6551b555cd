/// The id of a live room, as the backend that made it has chosen it (L-01).
package struct RoomID: Hashable, Sendable, CustomStringConvertible {
    package let text: String

    /// Nil: no room has this id. The rule is that of channels.
    package init?(_ text: String) {
        guard ChannelID(text) != nil else { return nil }
        self.text = text
    }

    package var description: String { text }
}

/// The number of a live room, from 1 on. Clients name a room by its id.
@usableFromInline package struct RoomNumber: GivenNumber {
    @usableFromInline package let rawValue: Int64

    @inlinable package init(rawValue: Int64) { self.rawValue = rawValue }
}

/// One life of a room: it begins when the room gets a home, and its messages are numbered from 1 on (L-11).
@usableFromInline package struct RoomEpoch: TypedNumber {
    @usableFromInline package let rawValue: Int64

    @inlinable package init(rawValue: Int64) { self.rawValue = rawValue }
}

/// A node of a cluster for as long as its process lives there, as rows and letters name it. 0: none.
@usableFromInline package struct NodeNumber: TypedNumber {
    @usableFromInline package let rawValue: Int64

    @inlinable package init(rawValue: Int64) { self.rawValue = rawValue }
}
