import Chat
import ClientProtocol
import ServerAPI

/// `group.setAutoAccept`.
enum SetAutoAccept {
    static let entry: (Operation, Handler) = (GroupOperations.acceptInvitations, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let accepts = try call(GroupOperations.accepts)
        call.change(by: session) { [account = session.account] chat throws(CommandError) in
            try chat.groupSettings.acceptInvitations(accepts, of: account)
            return { _ in }
        }
    }
}
