import Chat
import ClientProtocol
import JSON
import ServerAPI

/// `group.getAnnouncement`.
enum GetAnnouncement: UserOperation {
    static let declaration = GroupOperations.announcement

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(GroupOperations.groupID)
        return .ask { chat, json throws(CommandError) in
            let text = try chat.groupSettings.announcement(of: id, for: caller.account)
            json.field("announcement", text)
        }
    }
}
