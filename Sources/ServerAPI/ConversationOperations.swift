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
        "conversationIDs", type: "list of 1–100 strings", absent: .some(nil), "Several of them, in its place."
    ) { value throws(Mismatch) in
        var ids: [ConversationID] = []
        for text in try value.texts(count: 1...100) {
            guard let id = ConversationID(text) else { throw Mismatch("has an element that is no conversation id") }
            if !ids.contains(id) { ids.append(id) }
        }
        return ids
    }

    // MARK: - Reading

    package static let next = Parameter.integer(
        "nextSeq", in: 0...9_007_199_254_740_991, standard: 0, "From the last page; 0: from the start.")
    package static let count = Parameter.integer("count", in: 1...100, standard: 50, "The most conversations.")

    package static let list = operation(
        "conversation.list", "Lists the conversations, pinned ones first, then from newest to oldest.",
        [next.description, count.description],
        result: [
            Field("conversations", "list of \(Shared.conversation)", "See [protocol.md](protocol.md)."),
            Field("nextSeq", "integer", "What to ask the next page with; 0 at the end."),
            Field("isFinished", "boolean", "Whether this was the last page."),
        ])

    package static let get = operation(
        "conversation.get", "Reads one conversation of the list, or several.",
        [oneConversation.description, conversationIDs.description],
        result: [
            Field("conversation", Shared.conversation, "The conversation, if one was asked for."),
            Field(
                "results", "list of {conversationID, code, conversation}",
                "If several were: one for each, in their order; `code` 6017: it is not in the list. As many as fit into a "
                    + "reply: ask again for the rest."),
        ])

    package static let totalUnread = operation(
        "conversation.totalUnread",
        "Tells how many messages are unread in all, but for conversations that do not disturb.",
        [], result: [Field("total", "integer", "The number.")])

    // MARK: - Changing

    package static let seq = Parameter.integer(
        "seq", in: 0...4_294_967_295, "Up to which message; left out: all of them."
    ).optional

    package static let markRead = operation(
        "conversation.markRead", "Marks messages as read; the other gets a receipt.",
        [conversationID.description, seq.description],
        result: [Field("unreadCount", "integer", "How many are still unread.")])

    package static let type = Parameter<ConversationType?>(
        "type", type: "`1` `2`", absent: .some(nil), "Those with users, or those of groups; left out: all."
    ) { value throws(Mismatch) in
        guard let type = value.int64.flatMap(ConversationType.init) else { throw Mismatch("must be 1 or 2") }
        return type
    }

    package static let markAllRead = operation(
        "conversation.markAllRead",
        "Marks everything in the list as read, as `conversation.markRead` does it for each.",
        [type.description], result: [Field("total", "integer", "How many are still unread in all.")])

    package static let marked = Parameter.flag("marked", "Whether it shall be.")

    package static let markUnread = operation(
        "conversation.markUnread",
        "Marks a conversation as one to come back to, or takes the mark away. No count changes; reading takes it away, too.",
        [conversationID.description, marked.description])

    package static let pinned = Parameter.flag("pinned", "Whether it shall be.")

    package static let pin = operation(
        "conversation.pin", "Pins a conversation to the very front, or lets it go.",
        [conversationID.description, pinned.description])

    package static let delete = operation(
        "conversation.delete",
        "Takes conversations out of the list, with this user's history. The other's stays.",
        [oneConversation.description, conversationIDs.description])

    package static let users = Parameter.strings("userIDs", count: 1...30, "The users.")
    package static let option = Parameter<ReceiveOption>(
        "opt", type: "`0` `1` `2`",
        "Receive; receive nothing (no events, not counted, in the history alone); receive without a push."
    ) { value throws(Mismatch) in
        guard let number = value.int64, ReceiveOption.forUsers.contains(number) else {
            throw Mismatch("must be 0, 1 or 2")
        }
        return ReceiveOption(rawValue: number)!
    }

    package static let setOption = operation(
        "conversation.setC2CReceiveOpt", "Sets how messages of these users are received.",
        [users.description, option.description], result: [Shared.results])

    package static let getOption = operation(
        "conversation.getC2CReceiveOpt", "Tells how messages of these users are received.", [users.description],
        result: [Shared.results, Field("results[].opt", "integer", "As it was set; 0 at first.")])

    package static let groupID = Parameter.string("groupID", bytes: 1...20, "A group that the caller is in.")
    package static let groupOption = Parameter<ReceiveOption>(
        "opt", type: "`0` `1` `2` `3` `4`",
        "The three, and: pushed only if named; received only if named."
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
        result: [Field("opt", "integer", "As it was set; 0 at first.")])

    // MARK: - Events

    package static let events = [new, changed, deleted, totalChanged, syncStart, syncFinish]

    private static let conversations = Field(
        "conversations", "list of \(Shared.conversation)", "Each of them whole, as it is now.")

    package static let new = Event(
        "conversation.new",
        "Conversations that came into the list: by a first message, joining a group, or the first message after a deletion. "
            + "In the user's stream.",
        data: [conversations])
    package static let changed = Event(
        "conversation.changed",
        "Conversations of the list that changed: by a message, by reading, a mark, pinning, an option, or the other's name. In the "
            + "user's stream if it was not by a message. Messages in a group are told of together: at once, and then every "
            + "so often.",
        data: [conversations])
    package static let deleted = Event(
        "conversation.deleted", "The user has deleted conversations, with the history up to now. In the user's stream.",
        data: [Field("conversationIDs", "list of strings", "Which.")])
    package static let totalChanged = Event(
        "conversation.totalUnreadChanged", "How many messages are unread in all has changed.",
        data: [Field("total", "integer", "The number now.")])
    package static let syncStart = Event(
        "conversation.syncStart", "What has changed since the device's last session follows.", data: [])
    package static let syncFinish = Event(
        "conversation.syncFinish", "What had changed has been told.",
        data: [
            Field(
                "isComplete", "boolean",
                "False: not all of it, since the user's stream is not `recovered`, or since it was too much; list the "
                    + "conversations.")
        ])

    private static func operation(
        _ name: String, _ summary: String, _ parameters: [ParameterDescription], result: [Field] = []
    ) -> Operation {
        Operation(
            name, summary, roles: .user, parameters: parameters, result: result, errors: [.unavailable],
            badParameter: .conversationParameters)
    }
}
