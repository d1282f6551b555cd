import Chat
import ClientProtocol
import ServerAPI

/// `group.unblock`.
enum UnblockGroup: MemberOperation {
    static let declaration = GroupLists.unblock

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        { chat, me, _ throws(CommandError) in
            try chat.groupAdministration.block(false, group: id, by: me)
        }
    }
}
