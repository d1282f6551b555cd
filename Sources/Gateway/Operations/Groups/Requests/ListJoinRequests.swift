import Chat
import ClientProtocol
import ServerAPI

/// GroupRequests.joinRequests.
enum ListJoinRequests: UserOperation {
    static let declaration = GroupRequests.joinRequests

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let (id, window) = (try request(GroupRequests.groupID), try request.requestWindow())
        return .read { transaction, json throws(CommandError) in
            let page = try GroupRequestQueries.joinRequests(to: id, for: caller.account, window, in: transaction)
            json.joinRequests(page)
        }
    }
}
