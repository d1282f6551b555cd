import ClientProtocol
import JSON

struct GroupAnnouncementDidUpdate: GroupEventContent {
    static let kind = GroupEventKind.announcementDidUpdate
    static let declaration = Event(
        ofGroup: "announcementDidUpdate", "To all members.", to: .members, in: .group,
        .text("announcement"))

    let announcement: String

    func write(to json: inout JSONWriter) { json.field("announcement", announcement) }
}
