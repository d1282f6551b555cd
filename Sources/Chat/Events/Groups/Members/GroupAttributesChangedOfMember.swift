import ClientProtocol
import Domain
import JSON

struct GroupAttributesChangedOfMember: GroupEventContent {
    static let kind = GroupEventKind.attributesChangedOfMember
    static let declaration = Event(
        ofGroup: "attributesChangedOfMember", "To all members except the one who made the change.",
        to: [.members, .otherSessions], in: [.user, .group],
        .user("userID"),
        Field("attributes", .map(.string), "The changed attributes; an empty one was deleted."),
        .user("operatorID"))

    let user: UserID
    let attributes: [ExactText: String]
    let changer: UserID

    func write(to json: inout JSONWriter) {
        json.field("userID", user.text)
        json.object("attributes") { $0.attributes(attributes) }
        json.field("operatorID", changer.text)
    }
}
