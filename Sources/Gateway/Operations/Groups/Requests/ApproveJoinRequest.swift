import Chat
import ClientProtocol
import ServerAPI

/// `group.approve`, and `admin.group.approve` in a member's name.
enum ApproveJoinRequest: LeaderOperation {
    static let declaration = GroupOperations.approve

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let user = try request(GroupOperations.user)
        return { chat, me, _ throws(CommandError) in
            try chat.joinRequests.approve(user, in: id, by: me)
        }
    }
}
