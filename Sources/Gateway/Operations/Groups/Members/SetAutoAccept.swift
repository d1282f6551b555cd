import Chat
import ClientProtocol
import ServerAPI

/// `group.setAutoAccept`.
enum SetAutoAccept {
    static let entry: (Operation, Handler) = (GroupOperations.acceptInvitations, .user(handle))

    private static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let accepts = try request(GroupOperations.accepts)
        return .change { chat, _ throws(CommandError) in
            try chat.groupSettings.acceptInvitations(accepts, of: caller.account)
        }
    }
}
