import ClientProtocol
import Domain
import JSON

struct GroupInvitationDidReceive: GroupEventContent {
    static let kind = GroupEventKind.invitationDidReceive
    static let declaration = Event(
        ofGroup: "invitationDidReceive", "To the invited user, who has to answer.", to: .user, in: .user,
        .user("inviter"),
        .text("message"),
        Field("name", .string, "The group's name."),
        Field("avatar", .string, "The group's avatar."),
        Field("memberCount", .integer, "How many members the group has."))

    let inviter: UserID
    let message: String
    let name: String
    let avatar: String
    let memberCount: Int

    func write(to json: inout JSONWriter) {
        json.field("inviter", inviter.text)
        json.field("message", message)
        json.field("name", name)
        json.field("avatar", avatar)
        json.field("memberCount", memberCount)
    }
}
