import ClientProtocol
import Domain
import JSON

struct GroupNotifyStateChanged: GroupEventContent {
    static let kind = GroupEventKind.notifyStateChanged
    static let declaration = Event(
        ofGroup: "notifyStateChanged", "Only to the member's other devices.", to: .otherSessions, in: .user,
        Field("state", .numbers([0, 1, 2]), "The state as it is now."))

    let state: GroupNotify

    func write(to json: inout JSONWriter) { json.field("state", state.rawValue) }
}
