import Chat
import ClientProtocol
import ServerAPI

/// `group.destroy`, and `admin.group.destroy` in a member's name.
enum DestroyGroup {
    static let entries: [(Operation, Handler)] = [
        (GroupOperations.destroy, .member(handle)),
        (AdminGroupOperations.destroy, .administrator(handle)),
    ]

    private static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        { chat, me, _ throws(CommandError) in
            try chat.groupLife.destroyGroup(id, by: me)
        }
    }
}
