import Chat
import ClientProtocol
import ServerAPI

/// `admin.group.joinRequests`.
enum ListJoinRequestsForAdministrator {
    static let entry: (Operation, Handler) = (GroupRequests.joinRequestsForAdministrator, .admin(handle))

    private static func handle(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let (id, window) = (try call(GroupOperations.groupID), try call.requestWindow())
        call.read(for: session) { transaction throws(CommandError) in
            let page = try GroupRequestQueries.joinRequests(to: id, for: nil, window, in: transaction)
            return { $0.joinRequests(page) }
        }
    }
}
