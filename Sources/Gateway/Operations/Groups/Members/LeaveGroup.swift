import Chat
import ClientProtocol
import ServerAPI

/// `group.leave`.
enum LeaveGroup: MemberOperation {
    static let declaration = GroupOperations.leave

    static func handle(_ request: Request, _ id: String) throws(Refusal) -> GroupWork {
        { chat, me, _ throws(CommandError) in
            try chat.groupLife.leaveGroup(id, by: me)
        }
    }
}
