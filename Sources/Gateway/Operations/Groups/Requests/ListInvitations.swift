import Chat
import ClientProtocol
import JSON
import ServerAPI

/// GroupRequests.invitations.
enum ListInvitations {
    static let entry: (Operation, Handler) = (GroupRequests.invitations, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let window = try call.requestWindow()
        call.read(for: session) { [account = session.account] transaction throws(CommandError) in
            let page = try stored(GroupRequestQueries.invitations(of: account, window, in: transaction))
            return { json in
                json.array("invitations") { json in
                    for invitation in page.items { json.object { $0.invitation(invitation) } }
                }
                json.cursor(page.next)
            }
        }
    }
}
