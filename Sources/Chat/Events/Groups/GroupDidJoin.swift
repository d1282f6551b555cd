import ClientProtocol
import Domain
import JSON

struct GroupDidJoin: GroupEventContent {
    static let kind = GroupEventKind.didJoin
    static let declaration = Event(
        ofGroup: "didJoin", "To a user who became a member without being asked.", to: [.user, .otherSessions],
        in: .user,
        .user("inviter"), .text("message"))

    let inviter: UserID
    let message: String

    func write(to json: inout JSONWriter) {
        json.field("inviter", inviter.text)
        json.field("message", message)
    }
}
