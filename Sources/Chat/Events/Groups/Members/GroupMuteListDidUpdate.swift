import ClientProtocol
import Domain
import JSON

struct GroupMuteListDidUpdate: GroupEventContent {
    static let kind = GroupEventKind.muteListDidUpdate
    static let declaration = Event(
        ofGroup: "muteListDidUpdate", "To the members concerned, owner and admins.", to: [.user, .otherSessions],
        in: .user,
        .users(optional: "added"),
        .users(optional: "removed"),
        Field(optional: "muteExpire", .integer, "With `added`: when the mute ends, in milliseconds; -1: never."))

    enum Change {
        /// `until`: milliseconds since 1970; -1: for ever.
        case added([UserID], until: Milliseconds)
        case removed([UserID])
    }

    let change: Change

    func write(to json: inout JSONWriter) {
        switch change {
        case .added(let users, let end):
            json.users("added", users)
            json.field("muteExpire", end.rawValue)
        case .removed(let users): json.users("removed", users)
        }
    }
}
