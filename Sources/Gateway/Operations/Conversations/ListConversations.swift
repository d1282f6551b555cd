import Chat
import ClientProtocol
import JSON
import ServerAPI

/// `conversation.list`.
enum ListConversations {
    static let entry: (Operation, Handler) = (ConversationOperations.list, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let next = Int64(try call(ConversationOperations.next))
        let count = try call(ConversationOperations.count)
        let (account, bytes) = (session.account, call.pageBytes)
        call.ask { chat throws(CommandError) in
            let listing = try chat.conversationLists.list(of: account, after: next, count: count, bytes: bytes)
            return { json in
                json.conversations(listing.conversations)
                json.field("nextSeq", listing.next)
                json.field("isFinished", listing.next == 0)
            }
        }
    }
}
