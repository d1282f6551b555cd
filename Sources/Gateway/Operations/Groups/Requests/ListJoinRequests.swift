import Chat
import ClientProtocol
import ServerAPI

/// GroupRequests.joinRequests.
enum ListJoinRequests {
    static let entry: (Operation, Handler) = (GroupRequests.joinRequests, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let (id, window) = (try call(GroupRequests.groupID), try call.requestWindow())
        call.read(for: session) { [account = session.account] transaction throws(CommandError) in
            let page = try GroupRequestQueries.joinRequests(to: id, for: account, window, in: transaction)
            return { $0.joinRequests(page) }
        }
    }
}
