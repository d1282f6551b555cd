import Chat
import ClientProtocol

/// `group.addToWhiteList`, and `admin.group.addToWhiteList` in a member's name.
enum AddToWhiteList: LeaderOperation {
    static let declaration = Operation.groupLists(
        "group.addToWhiteList", "Adds members to the white list: they may speak while all are muted.",
        [GroupParameters.groupID.description, GroupParameters.users.description])
    static let isNotified = false

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let users = try request(GroupParameters.users)
        return { chat, me, _ throws(CommandError) in
            try chat.groupAdministration.addToWhiteList(users, in: id, by: me)
        }
    }
}
