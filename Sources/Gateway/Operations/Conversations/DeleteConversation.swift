import Chat
import ClientProtocol

/// `conversation.delete`.
enum DeleteConversation: UserOperation {
    static let declaration = Operation.conversation(
        "conversation.delete",
        "Removes conversations from the list, with this user's history. The other user's history stays.",
        [ConversationParameters.oneConversation.description, ConversationParameters.conversationIDs.description])

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
