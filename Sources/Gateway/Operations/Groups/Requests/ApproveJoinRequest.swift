import Chat
import ClientProtocol

/// `group.approve`, and `admin.group.approve` in a member's name.
enum ApproveJoinRequest: LeaderOperation {
    static let declaration = Operation.group(
        "group.approve", "Accepts a user who has asked to join.",
        [GroupParameters.groupID.description, GroupParameters.user.description],
        errors: [.noGroupRight, .requestHandled, .groupFull, .groupLimit, .noGroupUser])

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let user = try request(GroupParameters.user)
        return { chat, me, _ throws(CommandError) in
            try chat.joinRequests.approve(user, in: id, by: me)
        }
    }
}
