import ClientProtocol
import JSON

struct GroupDidLeave: GroupEventContent {
    static let kind = GroupEventKind.didLeave
    static let declaration = Event(
        ofGroup: "didLeave", "To a user who is no longer a member.", to: [.user, .otherSessions], in: .user,
        Field("reason", .numbers([0, 1, 2]), "0: removed; 1: left; 2: the group was destroyed."))

    enum Reason: Int {
        case removed = 0
        case left = 1
        case destroyed = 2
    }

    let reason: Reason

    func write(to json: inout JSONWriter) { json.field("reason", reason.rawValue) }
}
