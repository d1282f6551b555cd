import Chat
import ClientProtocol

/// `group.leave`.
enum LeaveGroup: MemberOperation {
    static let declaration = Operation.group(
        "group.leave", "Leaves a group.", [GroupParameters.groupID.description], errors: [.noGroupRight])

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        { chat, me, _ throws(CommandError) in
            try chat.groupLife.leaveGroup(id, by: me)
        }
    }
}
