import Chat
import ClientProtocol
import JSON
import ServerAPI

/// `conversation.markAllRead`.
enum MarkAllRead: UserOperation {
    static let declaration = ConversationOperations.markAllRead

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let type = try request(ConversationOperations.type)
        return .change { chat, json throws(CommandError) in
            let total = try chat.readMarks.markAllRead(type, of: caller.account)
            json.field("total", total)
        }
    }
}
