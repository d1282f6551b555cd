import Chat
import ClientProtocol
import ServerAPI

/// `conversation.pin`.
enum PinConversation {
    static let entry: (Operation, Handler) = (ConversationOperations.pin, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(ConversationOperations.conversationID)
        let isPinned = try call(ConversationOperations.pinned)
        let account = session.account
        call.change(by: session) { chat throws(CommandError) in
            try chat.conversationLists.pin(id, isPinned, of: account)
            return { _ in }
        }
    }
}
