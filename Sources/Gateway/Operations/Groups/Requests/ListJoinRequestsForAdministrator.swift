import Chat
import ClientProtocol

/// `admin.group.joinRequests`.
enum ListJoinRequestsForAdministrator: AdminOperation {
    static let declaration = Operation(
        "admin.group.joinRequests", "Lists the requests to join a group that wait for an answer, newest first.",
        roles: .admin, parameters: [GroupParameters.groupID.description] + GroupRequestParameters.paging,
        result: GroupRequestParameters.requests,
        errors: [.emptyGroupID, .noGroup, .unavailable], badParameter: .groupParameters)

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let (id, window) = (try request(GroupParameters.groupID), try request.requestWindow())
        return .read { transaction, json throws(CommandError) in
            let page = try GroupRequestQueries.joinRequests(to: id, for: nil, window, in: transaction)
            json.joinRequests(page)
        }
    }
}
