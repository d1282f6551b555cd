import Chat
import ClientProtocol
import JSON
import ServerAPI

/// `conversation.totalUnread`.
enum CountTotalUnread {
    static let entry: (Operation, Handler) = (ConversationOperations.totalUnread, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let account = session.account
        call.ask { chat throws(CommandError) in
            let total = try chat.conversationLists.total(of: account)
            return { $0.field("total", total) }
        }
    }
}
