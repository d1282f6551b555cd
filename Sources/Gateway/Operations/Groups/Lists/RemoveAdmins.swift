import Chat
import ClientProtocol
import ServerAPI

/// `group.removeAdmin`, and `admin.group.removeAdmin` in a member's name.
enum RemoveAdmins: LeaderOperation {
    static let declaration = GroupLists.removeAdmin

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let candidates = try request.adminCandidates()
        return { chat, me, _ throws(CommandError) in
            try chat.groupAdministration.removeAdmins(candidates, in: id, by: me)
        }
    }
}
