import Chat
import ClientProtocol
import JSON
import ServerAPI

/// `group.getAnnouncement`.
enum GetAnnouncement {
    static let entry: (Operation, Handler) = (GroupOperations.announcement, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(GroupOperations.groupID)
        let account = session.account
        call.ask { chat throws(CommandError) in
            let text = try chat.groupSettings.announcement(of: id, for: account)
            return { $0.field("announcement", text) }
        }
    }
}
