import Chat
import ClientProtocol
import Domain

/// `group.joinRequests`.
enum ListJoinRequests: UserOperation {
    static let declaration = Operation.group(
        "group.joinRequests",
        "Lists the requests to join that wait for an answer, newest first: those of a group, or of all groups "
            + "where the caller is owner or admin.",
        [groupID.description] + GroupRequestParameters.paging, result: GroupRequestParameters.requests,
        errors: [.noGroupRight])

    private static let groupID = GroupParameters.groupID.optional

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let (id, window) = (try request(groupID), try request.requestWindow())
        return .read { transaction, json throws(CommandError) in
            let page = try GroupRequestQueries.joinRequests(to: id, for: caller.account, window, in: transaction)
            json.joinRequests(page)
        }
    }
}
