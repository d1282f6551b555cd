import Chat
import ClientProtocol
import JSON

/// `conversation.list`.
enum ListConversations: UserOperation {
    static let declaration = Operation.conversation(
        "conversation.list", "Lists the conversations, pinned ones first, then newest to oldest.",
        [next.description, count.description],
        result: [
            Field("conversations", .list(ConversationView.type), "See [protocol.md](protocol.md)."),
            Field("nextSeq", .integer, "Send it for the next page; 0 at the end."),
            Field("isFinished", .boolean, "Whether this was the last page."),
        ])

    private static let next = Parameter.integer(
        "nextSeq", in: 0...9_007_199_254_740_991, standard: 0, "The value from the last page; 0: from the start.")
    private static let count = Parameter.integer("count", in: 1...100, standard: 50, "At most this many conversations.")

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let next = Int64(try request(Self.next))
        let count = try request(Self.count)
        let bytes = request.context.pageBytes
        return .ask { chat, json throws(CommandError) in
            let listing = try chat.conversationLists.list(of: caller.account, after: next, count: count, bytes: bytes)
            json.conversations(listing.conversations)
            json.field("nextSeq", listing.next)
            json.field("isFinished", listing.next == 0)
        }
    }
}
