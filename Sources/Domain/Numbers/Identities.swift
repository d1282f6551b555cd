/// The number of a user's account, from 1 on; 0: of nobody.
@usableFromInline package struct AccountNumber: GivenNumber {
    @usableFromInline package let rawValue: Int64

    @inlinable package init(rawValue: Int64) { self.rawValue = rawValue }
}

/// The number of a group, from 1 on: its id in figures (G-Q45).
@usableFromInline package struct GroupNumber: GivenNumber {
    @usableFromInline package let rawValue: Int64

    @inlinable package init(rawValue: Int64) { self.rawValue = rawValue }
}

/// The number of a channel, from 1 on. Clients name a channel by its id.
@usableFromInline package struct ChannelNumber: TypedNumber {
    @usableFromInline package let rawValue: Int64

    @inlinable package init(rawValue: Int64) { self.rawValue = rawValue }
}

/// The number of a conversation, from 1 on. Users name a conversation by its other member or by its group instead.
@usableFromInline package struct ConversationNumber: GivenNumber {
    @usableFromInline package let rawValue: Int64

    @inlinable package init(rawValue: Int64) { self.rawValue = rawValue }
}

/// A message's number is the stamp at which it was sent, and is its id in figures. It is still a type of its own: a
/// stamp that happens to be none's must not be looked up as a message.
@usableFromInline package struct MessageNumber: TypedNumber {
    @usableFromInline package let rawValue: Int64

    @inlinable package init(rawValue: Int64) { self.rawValue = rawValue }

    @inlinable package init(_ stamp: Stamp) { self.init(rawValue: stamp.rawValue) }

    @inlinable package var stamp: Stamp { Stamp(rawValue: rawValue) }
}

/// A shared file's number is the stamp at which it was added, and is its id in figures.
@usableFromInline package struct FileNumber: TypedNumber {
    @usableFromInline package let rawValue: Int64

    @inlinable package init(rawValue: Int64) { self.rawValue = rawValue }

    @inlinable package init(_ stamp: Stamp) { self.init(rawValue: stamp.rawValue) }
}

/// A call's number is the stamp of its invitation, and is its id in figures.
@usableFromInline package struct CallNumber: TypedNumber {
    @usableFromInline package let rawValue: Int64

    @inlinable package init(rawValue: Int64) { self.rawValue = rawValue }

    @inlinable package init(_ stamp: Stamp) { self.init(rawValue: stamp.rawValue) }

    @inlinable package var stamp: Stamp { Stamp(rawValue: rawValue) }
}

/// The number of an upload is the stamp at which it was prepared. Clients name it by its id, which is drawn by chance (U-12).
@usableFromInline package struct MediaNumber: TypedNumber {
    @usableFromInline package let rawValue: Int64

    @inlinable package init(rawValue: Int64) { self.rawValue = rawValue }

    @inlinable package init(_ stamp: Stamp) { self.init(rawValue: stamp.rawValue) }
}

/// The number of one of a user's friend groups, from 1 on; none is given twice.
@usableFromInline package struct FriendGroupNumber: TypedNumber {
    @usableFromInline package let rawValue: Int64

    @inlinable package init(rawValue: Int64) { self.rawValue = rawValue }
}
