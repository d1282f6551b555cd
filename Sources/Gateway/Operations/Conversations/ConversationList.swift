import Chat
import ClientProtocol
import Domain
import JSON

/// A user's list of conversations.
extension OperationTable {
    @OperationList static var conversationList: [OperationDefinition] {
        let next = Parameter.integer(
            "nextSeq", in: 0...9_007_199_254_740_991, standard: 0, "The value from the last page; 0: from the start.")
        let count = Parameter.integer("count", in: 1...100, standard: 50, "At most this many conversations.")
        let tag = Parameter.string("tag", bytes: 1...128, "Only those that have this tag of the user's.").optional
        Operation.conversation(
            "conversation.list", "Lists the conversations, pinned ones first, then newest to oldest.",
            [next, count, tag],
            result: [
                Field("conversations", .list(ConversationView.type), "See [protocol.md](protocol.md)."),
                Field("nextSeq", .integer, "Send it for the next page; 0 at the end."),
                Field("isFinished", .boolean, "Whether this was the last page."),
            ]
        ).user { request, caller throws(Refusal) in
            let next = Int64(try request(next))
            let count = try request(count)
            let tag = try request(tag)
            let bytes = request.context.pageBytes
            return .ask { chat, json throws(CommandError) in
                let listing = try chat.conversationLists.list(
                    of: caller.account, tag: tag, after: next, count: count, bytes: bytes)
                json.conversations(listing.conversations)
                json.field("nextSeq", listing.next)
                json.field("isFinished", listing.next == 0)
            }
        }

        // The reply has one conversation, or as many of several as it holds (C-Q21).
        Operation.conversation(
            "conversation.get", "Reads one or several conversations of the list.",
            [ConversationParameters.oneConversation, ConversationParameters.conversationIDs],
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
            ]
        ).user { request, caller throws(Refusal) in
            let named = try NamedConversations(request)
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

        Operation.conversation(
            "conversation.totalUnread",
            "Counts all unread messages, except in conversations with `recvOpt` 1, 2 or 3.",
            [], result: [Field("total", .integer, "The number.")]
        ).user { _, caller throws(Refusal) in
            .ask { chat, json throws(CommandError) in
                let total = try chat.conversationLists.total(of: caller.account)
                json.field("total", total)
            }
        }
    }
}

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
        _ name: String, _ summary: String, _ parameters: [any DescribedParameter], result: [Field] = [],
        errors: [ErrorCode] = []
    ) -> Operation {
        let alternatives = [
            ConversationParameters.oneConversation.description.name,
            ConversationParameters.conversationIDs.description.name,
        ]
        let hasAlternatives = Set(alternatives).isSubset(of: parameters.map(\.description.name))
        return Operation(
            name, summary, roles: .user, parameters: parameters, alternatives: hasAlternatives ? alternatives : [],
            result: result, errors: errors + [.unavailable], badParameter: .conversationParameters)
    }
}

/// The ways in which a request names its conversations.
enum NamedConversations {
    case one(ConversationID)
    case several([ConversationID])

    init(_ request: Request) throws(Refusal) {
        let one = try request(ConversationParameters.oneConversation)
        let several = try request(ConversationParameters.conversationIDs)
        switch (one, several) {
        case (let id?, nil): self = .one(id)
        case (nil, let ids?): self = .several(ids)
        case (nil, nil):
            throw Refusal(.conversationParameters, "conversationID is missing", keys: ["conversationID"])
        case (_?, _?):
            throw Refusal(
                .conversationParameters, "conversationID and conversationIDs exclude each other",
                keys: ["conversationID", "conversationIDs"])
        }
    }
}

extension JSONWriter {
    mutating func found(_ found: [ConversationLists.Found]) {
        array("results") { json in
            for item in found {
                json.object { json in
                    json.field("conversationID", item.id.description)
                    json.field("code", item.view == nil ? ErrorCode.conversationParameters.code : 0)
                    if let view = item.view { json.object("conversation") { $0.conversation(view) } }
                }
            }
        }
    }
}
