import ClientProtocol
import Domain
import JSON

struct GroupInvitationDidDecline: GroupEventContent {
    static let kind = GroupEventKind.invitationDidDecline
    static let declaration = Event(
        ofGroup: "invitationDidDecline", "To the inviter: the invitee declined.", to: .user, in: .user,
        .user("invitee"), .text("reason"))

    let invitee: UserID
    let reason: String

    func write(to json: inout JSONWriter) {
        json.field("invitee", invitee.text)
        json.field("reason", reason)
    }
}
