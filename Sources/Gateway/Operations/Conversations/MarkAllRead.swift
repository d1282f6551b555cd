import Chat
import ClientProtocol
import JSON
import ServerAPI

/// `conversation.markAllRead`.
enum MarkAllRead {
    static let entry: (Operation, Handler) = (ConversationOperations.markAllRead, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let type = try call(ConversationOperations.type)
        let account = session.account
        call.change(by: session) { chat throws(CommandError) in
            let total = try chat.readMarks.markAllRead(type, of: account)
            return { $0.field("total", total) }
        }
    }
}
