import Chat
import ClientProtocol

/// `group.decline`, and `admin.group.decline` in a member's name.
enum DeclineJoinRequest: LeaderOperation {
    static let declaration = Operation.group(
        "group.decline", "Refuses a user who has asked to join.",
        [GroupParameters.groupID.description, GroupParameters.user.description, GroupParameters.reason.description],
        errors: [.noGroupRight, .requestHandled, .noGroupUser])
    static let isNotified = false

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let user = try request(GroupParameters.user)
        let reason = try request(GroupParameters.reason)
        return { chat, me, _ throws(CommandError) in
            try chat.joinRequests.decline(user, in: id, reason: reason, by: me)
        }
    }
}
