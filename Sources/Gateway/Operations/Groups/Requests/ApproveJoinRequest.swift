import Chat
import ClientProtocol
import ServerAPI

/// `group.approve`, and `admin.group.approve` in a member's name.
enum ApproveJoinRequest {
    static let entries = Handler.memberAndAdministrator(GroupOperations.approve, handle)

    private static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let user = try request(GroupOperations.user)
        return { chat, me, _ throws(CommandError) in
            try chat.joinRequests.approve(user, in: id, by: me)
        }
    }
}
