import ClientProtocol
import Domain
import JSON

struct GroupUserDidLeave: GroupEventContent {
    static let kind = GroupEventKind.userDidLeave
    static let declaration = Event(
        ofGroup: "userDidLeave", "To all remaining members.", to: .members, in: .group,
        .user("user"))

    let user: UserID

    func write(to json: inout JSONWriter) { json.field("user", user.text) }
}
