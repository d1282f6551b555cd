import Chat
import ClientProtocol
import ServerAPI

/// `group.setAutoAccept`.
enum SetAutoAccept: UserOperation {
    static let declaration = GroupOperations.acceptInvitations

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let accepts = try request(GroupOperations.accepts)
        return .change { chat, _ throws(CommandError) in
            try chat.groupSettings.acceptInvitations(accepts, of: caller.account)
        }
    }
}
