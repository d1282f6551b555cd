import Chat
import ClientProtocol
import JSON

/// `conversation.get`.
/// C-Q21: one, or as many of several as a reply holds.
enum GetConversation: UserOperation {
    static let declaration = Operation.conversation(
        "conversation.get", "Reads one or several conversations of the list.",
        [ConversationParameters.oneConversation.description, ConversationParameters.conversationIDs.description],
        result: [
            Field(optional: "conversation", ConversationView.type, "The conversation, if one was asked for."),
            Field(
                optional: "results",
                .list(
                    .object([
                        Field("conversationID", .string), Field("code", .integer),
                        Field(optional: "conversation", ConversationView.type),
                    ])),
                "If several were: one for each, in the order asked for; `code` 6017: not in the list. The reply "
                    + "has as many as fit; ask again for the rest."),
        ])

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
