import ClientProtocol
import Domain
import JSON

struct GroupUserDidJoin: GroupEventContent {
    static let kind = GroupEventKind.userDidJoin
    static let declaration = Event(
        ofGroup: "userDidJoin", "To all members except the new one.", to: .members, in: .group,
        .user("user"))

    let user: UserID

    func write(to json: inout JSONWriter) { json.field("user", user.text) }
}
