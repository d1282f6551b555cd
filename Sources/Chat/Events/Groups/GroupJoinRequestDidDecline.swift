import ClientProtocol
import Domain
import JSON

struct GroupJoinRequestDidDecline: GroupEventContent {
    static let kind = GroupEventKind.joinRequestDidDecline
    static let declaration = Event(
        ofGroup: "joinRequestDidDecline", "To the applicant, owner and admins.", to: [.user, .otherSessions], in: .user,
        .text("reason"), .user("decliner"), .user("applicant"))

    let reason: String
    let decliner: UserID
    let applicant: UserID

    func write(to json: inout JSONWriter) {
        json.field("reason", reason)
        json.field("decliner", decliner.text)
        json.field("applicant", applicant.text)
    }
}
