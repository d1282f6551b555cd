import Chat
import ClientProtocol
import Domain
import JSON

/// `conversation.markRead`.
enum MarkRead: UserOperation {
    static let declaration = Operation.conversation(
        "conversation.markRead", "Marks messages as read; the other user gets a receipt.",
        [SharedParameters.conversationID.description, seq.description],
        result: [Field("unreadCount", .integer, "How many messages are still unread.")])

    private static let seq = Parameter.integer(
        "seq", in: 0...4_294_967_295, "The last message to mark; left out: all messages."
    ).optional

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(SharedParameters.conversationID)
        let seq = try request(Self.seq).map { Seq($0) }
        return .change { chat, json throws(CommandError) in
            let left = try chat.readMarks.markRead(id, upTo: seq, of: caller.account)
            json.field("unreadCount", left)
        }
    }
}
