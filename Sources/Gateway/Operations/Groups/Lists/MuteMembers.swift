import Chat
import ClientProtocol
import ServerAPI

/// `group.mute`, and `admin.group.mute` in a member's name.
enum MuteMembers: LeaderOperation {
    static let declaration = GroupLists.mute

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let users = try request(GroupOperations.users)
        let duration = try request(GroupLists.duration)
        return { chat, me, _ throws(CommandError) in
            try chat.groupAdministration.mute(users, forMilliseconds: duration, in: id, by: me)
        }
    }
}
