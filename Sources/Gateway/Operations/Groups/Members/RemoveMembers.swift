import Chat
import ClientProtocol

/// `group.remove`, and `admin.group.remove` in a member's name.
enum RemoveMembers: LeaderOperation {
    static let declaration = Operation.group(
        "group.remove", "Removes members: all of them or none.",
        [GroupParameters.groupID.description, GroupParameters.users.description],
        errors: [.noGroupRight])

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let users = try request(GroupParameters.users)
        return { chat, me, _ throws(CommandError) in
            try chat.groupLife.removeMembers(users, from: id, by: me)
        }
    }
}
