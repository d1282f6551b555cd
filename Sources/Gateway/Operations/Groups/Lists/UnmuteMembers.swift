import Chat
import ClientProtocol
import ServerAPI

/// `group.unmute`, and `admin.group.unmute` in a member's name.
enum UnmuteMembers: LeaderOperation {
    static let declaration = GroupLists.unmute

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let users = try request(GroupOperations.users)
        return { chat, me, _ throws(CommandError) in
            try chat.groupAdministration.unmute(users, in: id, by: me)
        }
    }
}
