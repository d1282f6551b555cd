import Chat
import ClientProtocol

/// `group.block`.
enum BlockGroup: MemberOperation {
    static let declaration = Operation.groupLists(
        "group.block", "Blocks the group's messages for the caller.", [GroupParameters.groupID.description])

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        { chat, me, _ throws(CommandError) in
            try chat.groupAdministration.block(true, group: id, by: me)
        }
    }
}
