import Chat
import ClientProtocol
import JSON
import ServerAPI

/// `conversation.get`.
/// C-Q21: one, or as many of several as a reply holds.
enum GetConversation {
    static let entry: (Operation, Handler) = (ConversationOperations.get, .user(handle))

    private static func handle(_ call: Call, _ session: Session) throws(Refusal) {
        let named = try call.namedConversations()
        let (account, bytes) = (session.account, call.pageBytes)
        switch named {
        case .one(let id):
            call.ask { chat throws(CommandError) in
                let view = try chat.conversationLists.view(id, for: account)
                return { json in json.object("conversation") { $0.conversation(view) } }
            }
        case .several(let ids):
            call.ask { chat throws(CommandError) in
                let found = try chat.conversationLists.views(ids, for: account, bytes: bytes)
                return { $0.found(found) }
            }
        }
    }
}
