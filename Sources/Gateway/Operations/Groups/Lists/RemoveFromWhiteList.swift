import Chat
import ClientProtocol

/// `group.removeFromWhiteList`, and `admin.group.removeFromWhiteList` in a member's name.
enum RemoveFromWhiteList: LeaderOperation {
    static let declaration = Operation.groupLists(
        "group.removeFromWhiteList", "Removes members from the white list.",
        [GroupParameters.groupID.description, GroupParameters.users.description])
    static let isNotified = false

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let users = try request(GroupParameters.users)
        return { chat, me, _ throws(CommandError) in
            try chat.groupAdministration.removeFromWhiteList(users, in: id, by: me)
        }
    }
}
