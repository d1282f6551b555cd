import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI

/// `conversation.getGroupReceiveOpt`.
enum GetGroupReceiveOption {
    static let entry: (Operation, Handler) = (ConversationOperations.getGroupOption, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(ConversationOperations.groupID)
        call.ask { [account = session.account] chat throws(CommandError) in
            let option = try chat.receiveOptions.option(ofGroup: id, by: account)
            return { $0.field("opt", option.rawValue) }
        }
    }
}
