import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI

/// What waits in groups for an answer.
enum GroupRequestHandlers {
    static func listInvitations(_ call: Call, _ session: Session) throws(Refusal) {
        let window = try call.requestWindow()
        call.read(for: session) { [account = session.account] transaction in
            let page = try GroupRequestQueries.invitations(of: account, window, in: transaction)
            return { json in
                json.array("invitations") { json in
                    for invitation in page.items { json.object { $0.invitation(invitation) } }
                }
                json.cursor(page.next)
            }
        }
    }

    static func listJoinRequests(_ call: Call, _ session: Session) throws(Refusal) {
        let (id, window) = (try call(GroupRequests.groupID), try call.requestWindow())
        call.read(for: session) { [account = session.account] transaction in
            let page = try GroupRequestQueries.joinRequests(to: id, for: account, window, in: transaction)
            return { $0.joinRequests(page) }
        }
    }

    static func listJoinRequestsForAdministrator(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let (id, window) = (try call(GroupOperations.groupID), try call.requestWindow())
        call.read(for: session) { transaction in
            let page = try GroupRequestQueries.joinRequests(to: id, for: nil, window, in: transaction)
            return { $0.joinRequests(page) }
        }
    }
}

extension Call {
    fileprivate func requestWindow() throws(Refusal) -> GroupRequestQueries.Window {
        GroupRequestQueries.Window(
            after: try cursor(), count: try self(GroupOperations.pageSize), bytes: pageBytes,
            cutoff: context.configuration.requestCutoff)
    }
}

extension JSONWriter {
    /// Where the next page of a list begins; empty at the end.
    mutating func cursor(_ next: Int64) {
        field("cursor", next == 0 ? "" : String(next))
    }

    fileprivate mutating func invitation(_ invitation: GroupRequestQueries.Invitation) {
        field("groupID", invitation.group)
        field("name", invitation.name)
        field("avatar", invitation.avatar)
        field("memberCount", invitation.memberCount)
        field("inviter", invitation.inviter.text)
        field("message", invitation.message)
        field("time", invitation.time)
    }

    fileprivate mutating func joinRequests(_ page: GroupQueries.Page<GroupRequestQueries.JoinRequest>) {
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
