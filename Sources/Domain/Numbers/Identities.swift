/// The number of a user's account, from 1 on; 0: of nobody.
@usableFromInline package struct AccountNumber: TypedNumber {
    @usableFromInline package let rawValue: Int64

    @inlinable package init(rawValue: Int64) { self.rawValue = rawValue }
}

/// The number of a group, from 1 on: its id in figures (G-Q45).
@usableFromInline package struct GroupNumber: TypedNumber {
    @usableFromInline package let rawValue: Int64

    @inlinable package init(rawValue: Int64) { self.rawValue = rawValue }
}

/// The number of a conversation, from 1 on. Users name a conversation by its other member or by its group instead.
@usableFromInline package struct ConversationNumber: TypedNumber {
    @usableFromInline package let rawValue: Int64

    @inlinable package init(rawValue: Int64) { self.rawValue = rawValue }
}
