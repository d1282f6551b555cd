import Chat
import ClientProtocol
import ServerAPI

/// `conversation.setGroupReceiveOpt`.
enum SetGroupReceiveOption {
    static let entry: (Operation, Handler) = (ConversationOperations.setGroupOption, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(ConversationOperations.groupID)
        let option = try call(ConversationOperations.groupOption)
        call.change(by: session) { [account = session.account] chat throws(CommandError) in
            try chat.receiveOptions.setOption(option, ofGroup: id, by: account)
            return { _ in }
        }
    }
}
