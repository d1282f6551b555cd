import ClientProtocol
import JSON

struct GroupAllMemberMuteChanged: GroupEventContent {
    static let kind = GroupEventKind.allMemberMuteChanged
    static let declaration = Event(
        ofGroup: "allMemberMuteChanged", "To all members.", to: [.members, .otherSessions], in: [.user, .group],
        Field("isAllMemberMuted", .boolean, "Whether all members are muted."))

    let isAllMemberMuted: Bool

    func write(to json: inout JSONWriter) { json.field("isAllMemberMuted", isAllMemberMuted) }
}
