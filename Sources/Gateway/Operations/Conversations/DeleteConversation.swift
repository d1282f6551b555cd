import Chat
import ClientProtocol
import ServerAPI

/// `conversation.delete`.
enum DeleteConversation: UserOperation {
    static let declaration = ConversationOperations.delete

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let ids =
            switch try request.namedConversations() {
            case .one(let id): [id]
            case .several(let ids): ids
            }
        return .change { chat, _ throws(CommandError) in
            try chat.conversationLists.delete(ids, of: caller.account)
        }
    }
}
