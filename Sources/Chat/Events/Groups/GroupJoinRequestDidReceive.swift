import ClientProtocol
import Domain
import JSON

struct GroupJoinRequestDidReceive: GroupEventContent {
    static let kind = GroupEventKind.joinRequestDidReceive
    static let declaration = Event(
        ofGroup: "joinRequestDidReceive", "To owner and admins: a user asks to join.", to: .user, in: .user,
        .user("user"), .text("reason"))

    let user: UserID
    let reason: String

    func write(to json: inout JSONWriter) {
        json.field("user", user.text)
        json.field("reason", reason)
    }
}
