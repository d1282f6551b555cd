import Chat
import ClientProtocol
import ServerAPI

/// `group.addToWhiteList`, and `admin.group.addToWhiteList` in a member's name.
enum AddToWhiteList: LeaderOperation {
    static let declaration = GroupLists.addToWhiteList
    static let isNotified = false

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let users = try request(GroupOperations.users)
        return { chat, me, _ throws(CommandError) in
            try chat.groupAdministration.addToWhiteList(users, in: id, by: me)
        }
    }
}
