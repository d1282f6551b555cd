import ClientProtocol
import Domain
import JSON

struct GroupJoinRequestDidApprove: GroupEventContent {
    static let kind = GroupEventKind.joinRequestDidApprove
    static let declaration = Event(
        ofGroup: "joinRequestDidApprove", "To the applicant, owner and admins.", to: [.user, .otherSessions], in: .user,
        .user("applicant"), .user("operator"))

    let applicant: UserID
    let approver: UserID

    func write(to json: inout JSONWriter) {
        json.field("applicant", applicant.text)
        json.field("operator", approver.text)
    }
}
