/// A value of a room that all participants see (L-23), or an element of its queue (L-27).
package struct RoomValue: KeyedValue, Equatable, Sendable {
    /// The store has the numbers.
    package enum Kind: Int64, CaseIterable, Sendable {
        case value = 0
        case element = 1

        /// L-24, L-27: so many a room has.
        package var most: Int {
            switch self {
            case .value: 100
            case .element: 1_000
            }
        }
    }

    package let key: ExactText
    package let value: String
    package let account: AccountNumber
    /// The name of `account`; empty: a backend.
    package let setter: String
    /// The `state` of the room's values, or of its queue, that began with it.
    package let version: Seq
    /// L-26: it goes when its setter has left.
    package let isTransient: Bool
    /// Of an element: its place in the queue, the head first.
    package let position: Int

    package init(
        key: ExactText, value: String, account: AccountNumber, setter: String, version: Seq, isTransient: Bool,
        position: Int
    ) {
        self.key = key
        self.value = value
        self.account = account
        self.setter = setter
        self.version = version
        self.isTransient = isTransient
        self.position = position
    }

    /// In an event, about.
    package var bytes: Int { size + setter.utf8.count + 80 }
}

/// A step from one `state` to the next: all of it happened at once.
package struct RoomValueStep: Equatable, Sendable {
    package let state: Seq
    package let set: [RoomValue]
    package let removed: [ExactText]

    package init(state: Seq, set: [RoomValue], removed: [ExactText]) {
        self.state = state
        self.set = set
        self.removed = removed
    }
}
