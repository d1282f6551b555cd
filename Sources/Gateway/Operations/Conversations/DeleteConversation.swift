import Chat
import ClientProtocol
import ServerAPI

/// `conversation.delete`.
enum DeleteConversation {
    static let entry: (Operation, Handler) = (ConversationOperations.delete, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let ids =
            switch try call.namedConversations() {
            case .one(let id): [id]
            case .several(let ids): ids
            }
        let account = session.account
        call.change(by: session) { chat throws(CommandError) in
            try chat.conversationLists.delete(ids, of: account)
            return { _ in }
        }
    }
}
