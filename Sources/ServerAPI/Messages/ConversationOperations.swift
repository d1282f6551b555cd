import Chat
import ClientProtocol
import Domain
import JSON

/// `conversation.…`: a user's list of conversations, in TIM's numbers.
package enum ConversationOperations {
    package static let all = [
        list, get, totalUnread, markRead, markAllRead, markUnread, pin, delete, setOption, getOption, setGroupOption,
        getGroupOption,
    ]

    package static let conversationID = Shared.conversationID
    package static let oneConversation = Shared.conversationID.optional
    /// Each once, in the order sent.
    package static let conversationIDs = Parameter<[ConversationID]?>(
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

    // MARK: - Reading

    package static let next = Parameter.integer(
        "nextSeq", in: 0...9_007_199_254_740_991, standard: 0, "The value from the last page; 0: from the start.")
    package static let count = Parameter.integer("count", in: 1...100, standard: 50, "At most this many conversations.")

    package static let list = operation(
        "conversation.list", "Lists the conversations, pinned ones first, then newest to oldest.",
        [next.description, count.description],
        result: [
            Field("conversations", .list(ConversationView.type), "See [protocol.md](protocol.md)."),
            Field("nextSeq", .integer, "Send it for the next page; 0 at the end."),
            Field("isFinished", .boolean, "Whether this was the last page."),
        ])

    package static let get = operation(
        "conversation.get", "Reads one or several conversations of the list.",
        [oneConversation.description, conversationIDs.description],
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

    package static let totalUnread = operation(
        "conversation.totalUnread",
        "Counts all unread messages, except in conversations with `recvOpt` 1, 2 or 3.",
        [], result: [Field("total", .integer, "The number.")])

    // MARK: - Changing

    package static let seq = Parameter.integer(
        "seq", in: 0...4_294_967_295, "The last message to mark; left out: all messages."
    ).optional

    package static let markRead = operation(
        "conversation.markRead", "Marks messages as read; the other user gets a receipt.",
        [conversationID.description, seq.description],
        result: [Field("unreadCount", .integer, "How many messages are still unread.")])

    package static let type = Parameter<ConversationType?>(
        "type", type: .numbers([1, 2]), absent: .some(nil),
        "1: conversations with users; 2: conversations of groups; left out: all."
    ) { value throws(Mismatch) in
        guard let type = value.int64.flatMap(ConversationType.init) else { throw Mismatch("must be 1 or 2") }
        return type
    }

    package static let markAllRead = operation(
        "conversation.markAllRead",
        "Marks all conversations of the list as read, each as `conversation.markRead` does.",
        [type.description], result: [Field("total", .integer, "How many messages are still unread in all.")])

    package static let marked = Parameter.flag("marked", "True: sets the mark; false: removes it.")

    package static let markUnread = operation(
        "conversation.markUnread",
        "Marks a conversation as unread, or removes the mark. No count changes; reading also removes the mark.",
        [conversationID.description, marked.description])

    package static let pinned = Parameter.flag("pinned", "True: pins it; false: unpins it.")

    package static let pin = operation(
        "conversation.pin", "Pins a conversation to the top of the list, or unpins it.",
        [conversationID.description, pinned.description])

    package static let delete = operation(
        "conversation.delete",
        "Removes conversations from the list, with this user's history. The other user's history stays.",
        [oneConversation.description, conversationIDs.description])

    package static let users = Parameter.strings("userIDs", count: 1...30, "The users.")
    package static let option = Parameter<ReceiveOption>(
        "opt", type: .numbers([0, 1, 2]),
        "0: receive; 1: receive nothing (no events, not counted, only in the history); 2: receive without a push."
    ) { value throws(Mismatch) in
        guard let number = value.int64, ReceiveOption.forUsers.contains(number),
            let option = ReceiveOption(rawValue: number)
        else { throw Mismatch("must be 0, 1 or 2") }
        return option
    }

    package static let setOption = operation(
        "conversation.setC2CReceiveOpt", "Sets how messages of these users are received.",
        [users.description, option.description], result: [Shared.results])

    package static let getOption = operation(
        "conversation.getC2CReceiveOpt", "Tells how messages of these users are received.", [users.description],
        result: [Shared.results(with: [Field(optional: "opt", .integer, "The value that was set; 0 at first.")])])

    package static let groupID = Parameter.string("groupID", bytes: 1...20, "A group that the caller is in.")
    package static let groupOption = Parameter<ReceiveOption>(
        "opt", type: .numbers([0, 1, 2, 3, 4]),
        "0 to 2 as for users; 3: pushed only if the message mentions the user; 4: received only if it does."
    ) { value throws(Mismatch) in
        guard let option = value.int64.flatMap(ReceiveOption.init) else {
            throw Mismatch("must be 0, 1, 2, 3 or 4")
        }
        return option
    }

    package static let setGroupOption = operation(
        "conversation.setGroupReceiveOpt", "Sets how messages of a group are received.",
        [groupID.description, groupOption.description])

    package static let getGroupOption = operation(
        "conversation.getGroupReceiveOpt", "Tells how messages of a group are received.", [groupID.description],
        result: [Field("opt", .integer, "The value that was set; 0 at first.")])

    private static func operation(
        _ name: String, _ summary: String, _ parameters: [ParameterDescription], result: [Field] = []
    ) -> Operation {
        let alternatives = [oneConversation.description.name, conversationIDs.description.name]
        let hasAlternatives = Set(alternatives).isSubset(of: parameters.map(\.name))
        return Operation(
            name, summary, roles: .user, parameters: parameters, alternatives: hasAlternatives ? alternatives : [],
            result: result, errors: [.unavailable], badParameter: .conversationParameters)
    }
}
