import Chat
import ClientProtocol
import JSON
import ServerAPI

/// GroupRequests.invitations.
enum ListInvitations: UserOperation {
    static let declaration = GroupRequests.invitations

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let window = try request.requestWindow()
        return .read { transaction, json throws(CommandError) in
            let page = try stored(GroupRequestQueries.invitations(of: caller.account, window, in: transaction))
            json.array("invitations") { json in
                for invitation in page.items { json.object { $0.invitation(invitation) } }
            }
            json.cursor(page.next)
        }
    }
}
