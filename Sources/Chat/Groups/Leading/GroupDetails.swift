import ClientProtocol
import Domain

/// A group as one caller sees it: the view that everybody gets, and more for members (G-34, G-Q22, G-Q23).
package struct GroupDetails: Sendable {
    package let view: GroupView
    /// Nil if the caller is no member; so is all that follows.
    package let role: GroupRole?
    package var admins: [UserID] = []
    package var own: OwnPlace?
    /// With the members, if they were asked for: owner, admins, then who joined last first.
    package var members: [UserID]?
    /// Of those among them who have one.
    package var nicknames: [String: String] = [:]
    /// For owner and admins.
    package var muted: [(user: UserID, until: Milliseconds)]?
    package var whiteList: [UserID]?
}

/// The caller's own place in a group (G-Q55).
package struct OwnPlace: Sendable {
    package let role: GroupRole
    /// Milliseconds since 1970; 0: not muted; -1: for ever.
    package let muteUntil: Milliseconds
    package let isBlocking: Bool
    package let isWhiteListed: Bool
    package let notify: GroupNotify
    package let nickname: String
    /// Milliseconds since 1970.
    package let joinedAt: Milliseconds
}
