import Chat
import ClientProtocol
import ServerAPI

/// `group.block`.
enum BlockGroup: MemberOperation {
    static let declaration = GroupLists.block

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        { chat, me, _ throws(CommandError) in
            try chat.groupAdministration.block(true, group: id, by: me)
        }
    }
}
