import ClientProtocol
import JSON

struct GroupBlockChanged: GroupEventContent {
    static let kind = GroupEventKind.blockChanged
    static let declaration = Event(
        ofGroup: "blockChanged", "Only to the member's other devices.", to: .otherSessions, in: .user,
        Field("isBlocked", .boolean, "Whether the member blocks the group now."))

    let isBlocked: Bool

    func write(to json: inout JSONWriter) { json.field("isBlocked", isBlocked) }
}
