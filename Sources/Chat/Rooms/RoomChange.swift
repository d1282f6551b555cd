import Domain

/// A change of a room's rows, for the room's home, which has them in memory. Each says how things are now, so that the home may
/// have it twice.
package enum RoomChange: Equatable, Sendable {
    case facts(RoomInfo, RoomRules)
    /// `clears`: what the user has said goes as well (L-20).
    case standing(UserID, AccountNumber, RoomStanding, clears: Bool)
    /// From now on, in this epoch. 0: none, until a node asks to be it.
    case home(NodeNumber, RoomEpoch)
    case ended
    /// L-30: as many as backends were told of.
    case threshold(Int)
    /// L-25: one step of its values, or of its queue. The home may have it twice: the number says so.
    case values(RoomValue.Kind, RoomValueStep)
    /// L-28: all counters, with their sums in the store.
    case counters([RoomCounter])
}
