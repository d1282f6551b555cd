import ClientProtocol
import Domain
import JSON

struct GroupWhiteListDidUpdate: GroupEventContent {
    static let kind = GroupEventKind.whiteListDidUpdate
    static let declaration = Event(
        ofGroup: "whiteListDidUpdate", "To the members concerned, owner and admins.", to: [.user, .otherSessions],
        in: .user,
        .users(optional: "added"), .users(optional: "removed"))

    /// Added, or else removed.
    let isAddition: Bool
    let users: [UserID]

    func write(to json: inout JSONWriter) { json.users(isAddition ? "added" : "removed", users) }
}
