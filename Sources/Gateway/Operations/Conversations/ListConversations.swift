import Chat
import ClientProtocol
import JSON
import ServerAPI

/// `conversation.list`.
enum ListConversations: UserOperation {
    static let declaration = ConversationOperations.list

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let next = Int64(try request(ConversationOperations.next))
        let count = try request(ConversationOperations.count)
        let bytes = request.context.pageBytes
        return .ask { chat, json throws(CommandError) in
            let listing = try chat.conversationLists.list(of: caller.account, after: next, count: count, bytes: bytes)
            json.conversations(listing.conversations)
            json.field("nextSeq", listing.next)
            json.field("isFinished", listing.next == 0)
        }
    }
}
