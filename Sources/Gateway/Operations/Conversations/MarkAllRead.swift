import Chat
import ClientProtocol
import Domain
import JSON

/// `conversation.markAllRead`.
enum MarkAllRead: UserOperation {
    static let declaration = Operation.conversation(
        "conversation.markAllRead",
        "Marks all conversations of the list as read, each as `conversation.markRead` does.",
        [type.description], result: [Field("total", .integer, "How many messages are still unread in all.")])

    private static let type = Parameter<ConversationType?>(
        "type", type: .numbers([1, 2]), absent: .some(nil),
        "1: conversations with users; 2: conversations of groups; left out: all."
    ) { value throws(Mismatch) in
        guard let type = value.int64.flatMap(ConversationType.init) else { throw Mismatch("must be 1 or 2") }
        return type
    }

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let type = try request(Self.type)
        return .change { chat, json throws(CommandError) in
            let total = try chat.readMarks.markAllRead(type, of: caller.account)
            json.field("total", total)
        }
    }
}
