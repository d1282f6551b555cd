import Chat
import ClientProtocol
import JSON
import ServerAPI

/// `conversation.get`.
/// C-Q21: one, or as many of several as a reply holds.
enum GetConversation: UserOperation {
    static let declaration = ConversationOperations.get

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let named = try request.namedConversations()
        let bytes = request.context.pageBytes
        switch named {
        case .one(let id):
            return .ask { chat, json throws(CommandError) in
                let view = try chat.conversationLists.view(id, for: caller.account)
                json.object("conversation") { $0.conversation(view) }
            }
        case .several(let ids):
            return .ask { chat, json throws(CommandError) in
                let found = try chat.conversationLists.views(ids, for: caller.account, bytes: bytes)
                json.found(found)
            }
        }
    }
}
