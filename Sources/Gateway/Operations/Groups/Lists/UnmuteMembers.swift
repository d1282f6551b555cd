import Chat
import ClientProtocol

/// `group.unmute`, and `admin.group.unmute` in a member's name.
enum UnmuteMembers: LeaderOperation {
    static let declaration = Operation.groupLists(
        "group.unmute", "Unmutes members.", [GroupParameters.groupID.description, GroupParameters.users.description])

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let users = try request(GroupParameters.users)
        return { chat, me, _ throws(CommandError) in
            try chat.groupAdministration.unmute(users, in: id, by: me)
        }
    }
}
