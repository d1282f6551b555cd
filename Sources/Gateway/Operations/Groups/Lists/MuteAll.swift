import Chat
import ClientProtocol
import ServerAPI

/// `group.muteAll`.
enum MuteAll: MemberOperation {
    static let declaration = GroupLists.muteAll

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let isMuted = try request(GroupLists.isMuted)
        return { chat, me, _ throws(CommandError) in
            try chat.groupAdministration.muteAll(isMuted, in: id, by: me)
        }
    }
}
