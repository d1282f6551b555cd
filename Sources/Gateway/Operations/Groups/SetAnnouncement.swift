import Chat
import ClientProtocol
import ServerAPI

/// `group.setAnnouncement`, and `admin.group.setAnnouncement` in a member's name.
enum SetAnnouncement: LeaderOperation {
    static let declaration = GroupOperations.announce

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let text = try request(GroupOperations.announcementText)
        return { chat, me, _ throws(CommandError) in
            try chat.groupSettings.announce(text, in: id, by: me)
        }
    }
}
