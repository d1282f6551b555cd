import Chat
import ClientProtocol
import ServerAPI

/// GroupRequests.joinRequests.
enum ListJoinRequests {
    static let entry: (Operation, Handler) = (GroupRequests.joinRequests, .user(handle))

    private static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let (id, window) = (try request(GroupRequests.groupID), try request.requestWindow())
        return .read { transaction, json throws(CommandError) in
            let page = try GroupRequestQueries.joinRequests(to: id, for: caller.account, window, in: transaction)
            json.joinRequests(page)
        }
    }
}
