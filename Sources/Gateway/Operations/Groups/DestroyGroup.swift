import Chat
import ClientProtocol
import ServerAPI

/// `group.destroy`, and `admin.group.destroy` in a member's name.
enum DestroyGroup: LeaderOperation {
    static let declaration = GroupOperations.destroy
    static let administratorDeclaration = AdminGroupOperations.destroy

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        { chat, me, _ throws(CommandError) in
            try chat.groupLife.destroyGroup(id, by: me)
        }
    }
}
