import ClientProtocol
import Domain

/// The ways in which a request names its conversations.
enum NamedConversations {
    case one(ConversationID)
    case several([ConversationID])
}

extension Request {
    func namedConversations() throws(Refusal) -> NamedConversations {
        let one = try self(ConversationParameters.oneConversation)
        let several = try self(ConversationParameters.conversationIDs)
        switch (one, several) {
        case (let id?, nil): return .one(id)
        case (nil, let ids?): return .several(ids)
        case (nil, nil):
            throw Refusal(.conversationParameters, "conversationID is missing", keys: ["conversationID"])
        case (_?, _?):
            throw Refusal(
                .conversationParameters, "conversationID and conversationIDs exclude each other",
                keys: ["conversationID", "conversationIDs"])
        }
    }
}
