import Chat
import ClientProtocol
import JSON
import ServerAPI

/// `conversation.markAllRead`.
enum MarkAllRead {
    static let entry: (Operation, Handler) = (ConversationOperations.markAllRead, .user(handle))

    private static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let type = try request(ConversationOperations.type)
        return .change { chat, json throws(CommandError) in
            let total = try chat.readMarks.markAllRead(type, of: caller.account)
            json.field("total", total)
        }
    }
}
