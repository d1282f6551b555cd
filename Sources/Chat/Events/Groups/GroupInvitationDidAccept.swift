import ClientProtocol
import Domain
import JSON

struct GroupInvitationDidAccept: GroupEventContent {
    static let kind = GroupEventKind.invitationDidAccept
    static let declaration = Event(
        ofGroup: "invitationDidAccept", "To the inviter: the invitee is a member.", to: .user, in: .user,
        .user("invitee"))

    let invitee: UserID

    func write(to json: inout JSONWriter) { json.field("invitee", invitee.text) }
}
