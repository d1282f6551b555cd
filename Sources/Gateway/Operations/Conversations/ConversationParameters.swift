import ClientProtocol
import Domain
import JSON

/// `conversation.…`: a user's list of conversations, in TIM's numbers.
enum ConversationParameters {
    static let oneConversation = SharedParameters.conversationID.optional

    /// Each once, in the order sent.
    static let conversationIDs = Parameter<[ConversationID]?>(
        "conversationIDs", type: .list(.conversationID, 1...100), absent: .some(nil),
        "Several conversations, instead of `conversationID`."
    ) { value throws(Mismatch) in
        var ids: [ConversationID] = []
        for text in try value.texts(count: 1...100) {
            guard let id = ConversationID(text) else { throw Mismatch("has an element that is not a conversation id") }
            if !ids.contains(id) { ids.append(id) }
        }
        return ids
    }
    static let users = Parameter.users("userIDs", count: 1...30, "The users.")
    static let groupID = Parameter.string("groupID", bytes: 1...20, "A group that the caller is in.")
}

extension Operation {
    static func conversation(
        _ name: String, _ summary: String, _ parameters: [ParameterDescription], result: [Field] = []
    ) -> Operation {
        let alternatives = [
            ConversationParameters.oneConversation.description.name,
            ConversationParameters.conversationIDs.description.name,
        ]
        let hasAlternatives = Set(alternatives).isSubset(of: parameters.map(\.name))
        return Operation(
            name, summary, roles: .user, parameters: parameters, alternatives: hasAlternatives ? alternatives : [],
            result: result, errors: [.unavailable], badParameter: .conversationParameters)
    }
}
