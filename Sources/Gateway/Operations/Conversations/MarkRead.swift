import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI

/// `conversation.markRead`.
enum MarkRead: UserOperation {
    static let declaration = ConversationOperations.markRead

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(ConversationOperations.conversationID)
        let seq = try request(ConversationOperations.seq).map { Seq($0) }
        return .change { chat, json throws(CommandError) in
            let left = try chat.readMarks.markRead(id, upTo: seq, of: caller.account)
            json.field("unreadCount", left)
        }
    }
}
