import Chat
import ClientProtocol
import ServerAPI

/// `admin.group.muteAll`, which can also mute the leaders.
enum MuteAllForAdministrator: GroupAdminOperation {
    static let declaration = AdminGroupOperations.muteAll

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let mute = try request(AdminGroupOperations.mute)
        return { chat, me, _ throws(CommandError) in
            try chat.groupAdministration.muteAll(mute, in: id, by: me)
        }
    }
}
