import Chat
import ClientProtocol
import ServerAPI

/// `conversation.markUnread`.
enum MarkUnread {
    static let entry: (Operation, Handler) = (ConversationOperations.markUnread, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(ConversationOperations.conversationID)
        let isMarked = try call(ConversationOperations.marked)
        let account = session.account
        call.change(by: session) { chat throws(CommandError) in
            try chat.conversationLists.markUnread(id, isMarked, of: account)
            return { _ in }
        }
    }
}
