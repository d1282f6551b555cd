import Chat
import ClientProtocol
import ServerAPI

/// `group.removeFromWhiteList`, and `admin.group.removeFromWhiteList` in a member's name.
enum RemoveFromWhiteList: LeaderOperation {
    static let declaration = GroupLists.removeFromWhiteList
    static let isNotified = false

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let users = try request(GroupOperations.users)
        return { chat, me, _ throws(CommandError) in
            try chat.groupAdministration.removeFromWhiteList(users, in: id, by: me)
        }
    }
}
