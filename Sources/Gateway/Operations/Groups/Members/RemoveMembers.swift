import Chat
import ClientProtocol
import ServerAPI

/// `group.remove`, and `admin.group.remove` in a member's name.
enum RemoveMembers: LeaderOperation {
    static let declaration = GroupOperations.remove

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let users = try request(GroupOperations.users)
        return { chat, me, _ throws(CommandError) in
            try chat.groupLife.removeMembers(users, from: id, by: me)
        }
    }
}
