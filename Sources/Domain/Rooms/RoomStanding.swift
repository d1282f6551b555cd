/// The right that a user has in a room. The store has the numbers.
package enum RoomRole: Int64, CaseIterable, Comparable, Sendable {
    case participant = 0
    case admin = 1
    case owner = 2

    package var word: StaticString {
        switch self {
        case .participant: "participant"
        case .admin: "admin"
        case .owner: "owner"
        }
    }

    /// L-22: the owner acts on all, admins on those who are neither.
    package func actsOn(_ other: RoomRole) -> Bool { self != .participant && other < self }

    package static func < (one: RoomRole, other: RoomRole) -> Bool { one.rawValue < other.rawValue }
}

/// The facts that a room has of a user, in the room or not.
package struct RoomStanding: Equatable, Sendable {
    package static let none = RoomStanding()
    /// For ever: as large as a number of the API can be, 2^53 − 1.
    package static let always: Milliseconds = 9_007_199_254_740_991

    package var role: RoomRole = .participant
    /// L-19: may speak while all are muted.
    package var isSpeaker = false
    package var mutedUntil: Milliseconds = 0
    package var bannedUntil: Milliseconds = 0

    package init() {}

    /// L-18, L-19: slow mode and the mute of all are not for owner and admins.
    package var isExempt: Bool { role != .participant }

    /// There is nothing left to know.
    package func isEmpty(now: Milliseconds) -> Bool {
        role == .participant && !isSpeaker && mutedUntil <= now && bannedUntil <= now
    }
}

/// Those who may set values and offer elements beside backends (L-23). The store has the numbers.
package enum RoomValuesBy: Int64, CaseIterable, Sendable {
    /// The owner and admins.
    case admins = 0
    case all = 1

    package var word: StaticString {
        switch self {
        case .admins: "admins"
        case .all: "all"
        }
    }
}

/// The rules of a room, as its backend and its owner have set them.
package struct RoomRules: Equatable, Sendable {
    package var access: ChannelAccess
    /// L-18: so many seconds between two messages of a user; 0: no slow mode.
    package var slowSeconds: Int
    /// L-19: only owner, admins and speakers may send.
    package var isMuted: Bool
    package var valuesBy: RoomValuesBy
    /// L-17: frames name those who enter.
    package var showsEntries: Bool
    /// L-02: it ends when it was empty for so long; 0: it stays.
    package var endsEmptySeconds: Int

    package init(
        access: ChannelAccess = .open, slowSeconds: Int = 0, isMuted: Bool = false, valuesBy: RoomValuesBy = .admins,
        showsEntries: Bool = false, endsEmptySeconds: Int = 0
    ) {
        self.access = access
        self.slowSeconds = slowSeconds
        self.isMuted = isMuted
        self.valuesBy = valuesBy
        self.showsEntries = showsEntries
        self.endsEmptySeconds = endsEmptySeconds
    }
}
