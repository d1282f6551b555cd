import Chat
import ClientProtocol
import ServerAPI

/// `group.decline`, and `admin.group.decline` in a member's name.
enum DeclineJoinRequest: LeaderOperation {
    static let declaration = GroupOperations.decline
    static let isNotified = false

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let user = try request(GroupOperations.user)
        let reason = try request(GroupOperations.reason)
        return { chat, me, _ throws(CommandError) in
            try chat.joinRequests.decline(user, in: id, reason: reason, by: me)
        }
    }
}
