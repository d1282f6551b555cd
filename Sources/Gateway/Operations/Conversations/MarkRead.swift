import Chat
import ClientProtocol
import JSON
import ServerAPI

/// `conversation.markRead`.
enum MarkRead {
    static let entry: (Operation, Handler) = (ConversationOperations.markRead, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let id = try call(ConversationOperations.conversationID)
        let seq = try call(ConversationOperations.seq).map(Int64.init)
        let account = session.account
        call.change(by: session) { chat throws(CommandError) in
            let left = try chat.readMarks.markRead(id, upTo: seq, of: account)
            return { $0.field("unreadCount", left) }
        }
    }
}
