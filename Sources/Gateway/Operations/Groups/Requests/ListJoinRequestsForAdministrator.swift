import Chat
import ClientProtocol
import ServerAPI

/// `admin.group.joinRequests`.
enum ListJoinRequestsForAdministrator {
    static let entry: (Operation, Handler) = (GroupRequests.joinRequestsForAdministrator, .admin(handle))

    private static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let (id, window) = (try request(GroupOperations.groupID), try request.requestWindow())
        return .read { transaction, json throws(CommandError) in
            let page = try GroupRequestQueries.joinRequests(to: id, for: nil, window, in: transaction)
            json.joinRequests(page)
        }
    }
}
