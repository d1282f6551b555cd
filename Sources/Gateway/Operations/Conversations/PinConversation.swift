import Chat
import ClientProtocol
import ServerAPI

/// `conversation.pin`.
enum PinConversation: UserOperation {
    static let declaration = ConversationOperations.pin

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let id = try request(ConversationOperations.conversationID)
        let isPinned = try request(ConversationOperations.pinned)
        return .change { chat, _ throws(CommandError) in
            try chat.conversationLists.pin(id, isPinned, of: caller.account)
        }
    }
}
