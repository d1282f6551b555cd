import Chat
import ClientProtocol
import ServerAPI

/// `conversation.markUnread`.
enum MarkUnread: UserOperation {
    static let declaration = ConversationOperations.markUnread

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(ConversationOperations.conversationID)
        let isMarked = try request(ConversationOperations.marked)
        return .change { chat, _ throws(CommandError) in
            try chat.conversationLists.markUnread(id, isMarked, of: caller.account)
        }
    }
}
