/// A conversation's claim to a place in its user's list, which has few places.
package enum ListClaim: Int64, Sendable {
    /// A place: if none is free, another conversation gives way.
    case place = 0
    /// A free place, and it gives way first: a group that others have put the user into, and in which the user has neither
    /// written nor read.
    case freePlace = 1
    /// Nothing any more: such a group for which there was no free place.
    case nothing = 2
}
