import Chat
import ClientProtocol

/// `group.unblock`.
enum UnblockGroup: MemberOperation {
    static let declaration = Operation.groupLists(
        "group.unblock", "Unblocks the group's messages for the caller.", [GroupParameters.groupID.description])

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        { chat, me, _ throws(CommandError) in
            try chat.groupAdministration.block(false, group: id, by: me)
        }
    }
}
