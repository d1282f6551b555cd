import ClientProtocol
import Domain
import JSON

struct GroupAdminListDidUpdate: GroupEventContent {
    static let kind = GroupEventKind.adminListDidUpdate
    static let declaration = Event(
        ofGroup: "adminListDidUpdate", "To the member concerned, owner and admins.", to: [.user, .otherSessions],
        in: .user,
        .user(optional: "added"), .user(optional: "removed"))

    /// Added, or else removed.
    let isAddition: Bool
    let user: UserID

    func write(to json: inout JSONWriter) { json.field(isAddition ? "added" : "removed", user.text) }
}
