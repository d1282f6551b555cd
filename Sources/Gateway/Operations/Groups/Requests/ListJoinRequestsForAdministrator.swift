import Chat
import ClientProtocol
import ServerAPI

/// `admin.group.joinRequests`.
enum ListJoinRequestsForAdministrator: AdminOperation {
    static let declaration = GroupRequests.joinRequestsForAdministrator

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let (id, window) = (try request(GroupOperations.groupID), try request.requestWindow())
        return .read { transaction, json throws(CommandError) in
            let page = try GroupRequestQueries.joinRequests(to: id, for: nil, window, in: transaction)
            json.joinRequests(page)
        }
    }
}
