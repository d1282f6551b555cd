import Chat
import Domain
import JSON

extension JSONWriter {
    /// Where the next page of a list begins; empty at the end.
    mutating func cursor(_ next: Int64) {
        field("cursor", next == 0 ? "" : String(next))
    }

    mutating func invitation(_ invitation: GroupRequestQueries.Invitation) {
        field("groupID", invitation.group)
        field("name", invitation.name)
        field("avatar", invitation.avatar)
        field("memberCount", invitation.memberCount)
        field("inviter", invitation.inviter.text)
        field("message", invitation.message)
        field("time", invitation.time)
    }

    mutating func joinRequests(_ page: GroupQueries.Page<GroupRequestQueries.JoinRequest>) {
        array("requests") { json in
            for request in page.items {
                json.object { json in
                    json.field("groupID", request.group)
                    json.field("userID", request.user.text)
                    json.field("reason", request.reason)
                    json.field("time", request.time)
                }
            }
        }
        cursor(page.next)
    }
}
