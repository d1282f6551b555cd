import Chat
import ClientProtocol
import JSON
import ServerAPI

/// `group.invite`, and `admin.group.invite` in a member's name.
enum InviteToGroup: LeaderOperation {
    static let declaration = GroupOperations.invite

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let users = try request(GroupOperations.invited)
        let message = try request(GroupOperations.message)
        return { chat, me, json throws(CommandError) in
            let results = try chat.groupInvitations.invite(users, message, to: id, by: me)
            json.results(results)
        }
    }
}
