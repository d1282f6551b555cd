import Chat
import ClientProtocol
import ServerAPI

/// `group.addAdmin`, and `admin.group.addAdmin` in a member's name.
enum AddAdmins: LeaderOperation {
    static let declaration = GroupLists.addAdmin

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        let candidates = try request.adminCandidates()
        return { chat, me, _ throws(CommandError) in
            try chat.groupAdministration.addAdmins(candidates, in: id, by: me)
        }
    }
}
