// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
// The results of calls.
import MartletCore

/// The result of `session.refresh`.
public struct SessionRefreshResult: JSONRepresentable, Equatable, Sendable {
    /// When the new token ends.
    public let expiresAt: Int

    public init(json: JSON) throws(MartletError) {
        expiresAt = try json.required("expiresAt")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("expiresAt", expiresAt)
        return .object(object)
    }
}

public struct SessionListResultSession: JSONRepresentable, Equatable, Sendable {
    public let session: String
    public let device: String
    public let platform: Platform
    public let openedAt: Int
    public let current: Bool

    public init(json: JSON) throws(MartletError) {
        session = try json.required("session")
        device = try json.required("device")
        platform = try json.required("platform")
        openedAt = try json.required("openedAt")
        current = try json.required("current")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("session", session)
        object.set("device", device)
        object.set("platform", platform)
        object.set("openedAt", openedAt)
        object.set("current", current)
        return .object(object)
    }
}

/// The result of `session.list`.
public struct SessionListResult: JSONRepresentable, Equatable, Sendable {
    /// `openedAt` is in milliseconds since 1970; `current` marks the caller's session.
    public let sessions: [SessionListResultSession]

    public init(json: JSON) throws(MartletError) {
        sessions = try json.required("sessions")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("sessions", sessions)
        return .object(object)
    }
}

/// The result of `session.close`.
public struct SessionCloseResult: JSONRepresentable, Equatable, Sendable {
    /// False if there is no such session any more.
    public let closed: Bool

    public init(json: JSON) throws(MartletError) {
        closed = try json.required("closed")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("closed", closed)
        return .object(object)
    }
}

/// The result of `message.send`.
public struct MessageSendResult: JSONRepresentable, Equatable, Sendable {
    /// The message's id, in digits.
    public let msgId: String
    /// The conversation.
    public let conversationID: String
    /// The message's number in the conversation: from 1, without gaps.
    public let seq: Int
    /// When the gateway accepted the message.
    public let time: Int
    public let message: Message?

    public init(json: JSON) throws(MartletError) {
        msgId = try json.required("msgId")
        conversationID = try json.required("conversationID")
        seq = try json.required("seq")
        time = try json.required("time")
        message = try json.optional("message")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("msgId", msgId)
        object.set("conversationID", conversationID)
        object.set("seq", seq)
        object.set("time", time)
        object.set("message", message)
        return .object(object)
    }
}

/// The result of `message.history`.
public struct MessageHistoryResult: JSONRepresentable, Equatable, Sendable {
    /// The messages in the order of `direction`.
    public let messages: [Message]
    /// Send it for the next page; 0 at the end.
    public let cursor: Int
    /// Whether this was the last page.
    public let isFinished: Bool
    /// Only if a message has ever changed: the place of the last change in the conversation.
    public let change: Int?

    public init(json: JSON) throws(MartletError) {
        messages = try json.required("messages")
        cursor = try json.required("cursor")
        isFinished = try json.required("isFinished")
        change = try json.optional("change")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("messages", messages)
        object.set("cursor", cursor)
        object.set("isFinished", isFinished)
        object.set("change", change)
        return .object(object)
    }
}

public struct MessageSearchResultHitMatch: JSONRepresentable, Equatable, Sendable {
    /// The member of the body.
    public let member: MatchedMember
    /// Only of a message of elements: the place of the one whose body it is, from 0.
    public let element: Int?
    /// The place of the first character, counted in Unicode scalars from 0.
    public let start: Int
    /// The place behind the last one.
    public let end: Int

    public init(json: JSON) throws(MartletError) {
        member = try json.required("member")
        element = try json.optional("element")
        start = try json.required("start")
        end = try json.required("end")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("member", member)
        object.set("element", element)
        object.set("start", start)
        object.set("end", end)
        return .object(object)
    }
}

public struct MessageSearchResultHit: JSONRepresentable, Equatable, Sendable {
    public let message: Message
    /// What of the message was found, by member and place.
    public let matches: [MessageSearchResultHitMatch]

    public init(json: JSON) throws(MartletError) {
        message = try json.required("message")
        matches = try json.required("matches")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("message", message)
        object.set("matches", matches)
        return .object(object)
    }
}

/// The result of `message.search`.
public struct MessageSearchResult: JSONRepresentable, Equatable, Sendable {
    /// Newest first; as many as fit into a page, perhaps none.
    public let hits: [MessageSearchResultHit]
    /// Send it for the next page; absent at the end.
    public let cursor: String?
    /// Whether this was the last page.
    public let isFinished: Bool
    /// False: the index is still being built, or the caller has too many conversations, so hits may be missing.
    public let isComplete: Bool

    public init(json: JSON) throws(MartletError) {
        hits = try json.required("hits")
        cursor = try json.optional("cursor")
        isFinished = try json.required("isFinished")
        isComplete = try json.required("isComplete")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("hits", hits)
        object.set("cursor", cursor)
        object.set("isFinished", isFinished)
        object.set("isComplete", isComplete)
        return .object(object)
    }
}

/// The result of `message.recall`.
public struct MessageRecallResult: JSONRepresentable, Equatable, Sendable {
    public let message: Message

    public init(json: JSON) throws(MartletError) {
        message = try json.required("message")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("message", message)
        return .object(object)
    }
}

/// The result of `message.edit`.
public struct MessageEditResult: JSONRepresentable, Equatable, Sendable {
    public let message: Message

    public init(json: JSON) throws(MartletError) {
        message = try json.required("message")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("message", message)
        return .object(object)
    }
}

/// The result of `message.react`.
public struct MessageReactResult: JSONRepresentable, Equatable, Sendable {
    public let message: Message

    public init(json: JSON) throws(MartletError) {
        message = try json.required("message")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("message", message)
        return .object(object)
    }
}

public struct MessageReactionsResultReaction: JSONRepresentable, Equatable, Sendable {
    public let reaction: String
    public let userID: String
    public let time: Int

    public init(json: JSON) throws(MartletError) {
        reaction = try json.required("reaction")
        userID = try json.required("userID")
        time = try json.required("time")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("reaction", reaction)
        object.set("userID", userID)
        object.set("time", time)
        return .object(object)
    }
}

/// The result of `message.reactions`.
public struct MessageReactionsResult: JSONRepresentable, Equatable, Sendable {
    /// Kind by kind, each in the order in which the users reacted.
    public let reactions: [MessageReactionsResultReaction]
    /// Send it as `cursor` for the next page; absent at the end.
    public let next: String?

    public init(json: JSON) throws(MartletError) {
        reactions = try json.required("reactions")
        next = try json.optional("next")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("reactions", reactions)
        object.set("next", next)
        return .object(object)
    }
}

/// The result of `message.delete`.
public struct MessageDeleteResult: JSONRepresentable, Equatable, Sendable {
    /// Those that are deleted now and were not before.
    public let msgIds: [String]

    public init(json: JSON) throws(MartletError) {
        msgIds = try json.required("msgIds")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("msgIds", msgIds)
        return .object(object)
    }
}

/// The result of `message.replies`.
public struct MessageRepliesResult: JSONRepresentable, Equatable, Sendable {
    /// The replies in the order of `direction`.
    public let messages: [Message]
    /// Send it as `cursor` for the next page; absent at the end.
    public let next: String?

    public init(json: JSON) throws(MartletError) {
        messages = try json.required("messages")
        next = try json.optional("next")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("messages", messages)
        object.set("next", next)
        return .object(object)
    }
}

/// The result of `message.pin`.
public struct MessagePinResult: JSONRepresentable, Equatable, Sendable {
    public let message: Message

    public init(json: JSON) throws(MartletError) {
        message = try json.required("message")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("message", message)
        return .object(object)
    }
}

/// The result of `message.unpin`.
public struct MessageUnpinResult: JSONRepresentable, Equatable, Sendable {
    public let message: Message

    public init(json: JSON) throws(MartletError) {
        message = try json.required("message")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("message", message)
        return .object(object)
    }
}

/// The result of `message.pins`.
public struct MessagePinsResult: JSONRepresentable, Equatable, Sendable {
    /// The one that was pinned last first, as many as fit into a reply.
    public let messages: [Message]
    /// All of them, in the same order: `message.get` reads those that did not fit.
    public let msgIds: [String]
    /// The place of the last change in the conversation; 0: there was none.
    public let change: Int

    public init(json: JSON) throws(MartletError) {
        messages = try json.required("messages")
        msgIds = try json.required("msgIds")
        change = try json.required("change")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("messages", messages)
        object.set("msgIds", msgIds)
        object.set("change", change)
        return .object(object)
    }
}

/// The result of `message.stars`.
public struct MessageStarsResult: JSONRepresentable, Equatable, Sendable {
    /// Their copies, without reactions and pins.
    public let messages: [Message]
    /// Send it for the next page; absent at the end.
    public let cursor: String?

    public init(json: JSON) throws(MartletError) {
        messages = try json.required("messages")
        cursor = try json.optional("cursor")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("messages", messages)
        object.set("cursor", cursor)
        return .object(object)
    }
}

public struct MessageGetResultResult: JSONRepresentable, Equatable, Sendable {
    public let msgId: String
    public let code: Int
    public let message: Message?

    public init(json: JSON) throws(MartletError) {
        msgId = try json.required("msgId")
        code = try json.required("code")
        message = try json.optional("message")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("msgId", msgId)
        object.set("code", code)
        object.set("message", message)
        return .object(object)
    }
}

/// The result of `message.get`.
public struct MessageGetResult: JSONRepresentable, Equatable, Sendable {
    /// In the order asked for, as many as fit into a reply; `code` 0, or 1010: there is no such message for the caller.
    public let results: [MessageGetResultResult]

    public init(json: JSON) throws(MartletError) {
        results = try json.required("results")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("results", results)
        return .object(object)
    }
}

/// The result of `message.changes`.
public struct MessageChangesResult: JSONRepresentable, Equatable, Sendable {
    /// In their order.
    public let changes: [Change]
    /// Send it as `after` for the next page.
    public let change: Int
    /// Whether this was the last page.
    public let isFinished: Bool

    public init(json: JSON) throws(MartletError) {
        changes = try json.required("changes")
        change = try json.required("change")
        isFinished = try json.required("isFinished")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("changes", changes)
        object.set("change", change)
        object.set("isFinished", isFinished)
        return .object(object)
    }
}

/// The result of `message.forward`.
public struct MessageForwardResult: JSONRepresentable, Equatable, Sendable {
    /// The new message's id.
    public let msgId: String
    /// The conversation.
    public let conversationID: String
    /// The message's number in the conversation.
    public let seq: Int
    /// When the gateway accepted the message.
    public let time: Int

    public init(json: JSON) throws(MartletError) {
        msgId = try json.required("msgId")
        conversationID = try json.required("conversationID")
        seq = try json.required("seq")
        time = try json.required("time")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("msgId", msgId)
        object.set("conversationID", conversationID)
        object.set("seq", seq)
        object.set("time", time)
        return .object(object)
    }
}

/// The result of `message.merged`.
public struct MessageMergedResult: JSONRepresentable, Equatable, Sendable {
    /// The copies, the oldest first, as many as fit into a reply.
    public let messages: [MergedMessage]
    /// Send it for the next page; 0 at the end.
    public let cursor: Int

    public init(json: JSON) throws(MartletError) {
        messages = try json.required("messages")
        cursor = try json.required("cursor")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("messages", messages)
        object.set("cursor", cursor)
        return .object(object)
    }
}

public struct GroupReceiptCountsResultReceipt: JSONRepresentable, Equatable, Sendable {
    public let msgId: String
    public let readCount: Int
    public let unreadCount: Int

    public init(json: JSON) throws(MartletError) {
        msgId = try json.required("msgId")
        readCount = try json.required("readCount")
        unreadCount = try json.required("unreadCount")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("msgId", msgId)
        object.set("readCount", readCount)
        object.set("unreadCount", unreadCount)
        return .object(object)
    }
}

/// The result of `groupReceipt.counts`.
public struct GroupReceiptCountsResult: JSONRepresentable, Equatable, Sendable {
    /// One for each message of the user that asks for receipts.
    public let receipts: [GroupReceiptCountsResultReceipt]

    public init(json: JSON) throws(MartletError) {
        receipts = try json.required("receipts")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("receipts", receipts)
        return .object(object)
    }
}

/// The result of `groupReceipt.detail`.
public struct GroupReceiptDetailResult: JSONRepresentable, Equatable, Sendable {
    /// The members who have read it, in the order of reading; by positions, who joined last first.
    public let readUserIds: [String]
    /// Members who were there when it was sent, still are, and have not read it.
    public let unreadUserIds: [String]
    /// Send it for the next page; absent at the end.
    public let cursor: String?

    public init(json: JSON) throws(MartletError) {
        readUserIds = try json.required("readUserIds")
        unreadUserIds = try json.required("unreadUserIds")
        cursor = try json.optional("cursor")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("readUserIds", readUserIds)
        object.set("unreadUserIds", unreadUserIds)
        object.set("cursor", cursor)
        return .object(object)
    }
}

public struct ConversationWatchResultConversationStream: JSONRepresentable, Equatable, Sendable {
    public let streamID: String
    /// The sender.
    public let from: String
    /// What has come so far.
    public let text: String

    public init(json: JSON) throws(MartletError) {
        streamID = try json.required("streamID")
        from = try json.required("from")
        text = try json.required("text")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("streamID", streamID)
        object.set("from", from)
        object.set("text", text)
        return .object(object)
    }
}

public struct ConversationWatchResultConversation: JSONRepresentable, Equatable, Sendable {
    /// As it was sent.
    public let conversationID: String
    /// What is being streamed there, the first one first.
    public let streams: [ConversationWatchResultConversationStream]

    public init(json: JSON) throws(MartletError) {
        conversationID = try json.required("conversationID")
        streams = try json.required("streams")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("conversationID", conversationID)
        object.set("streams", streams)
        return .object(object)
    }
}

/// The result of `conversation.watch`.
public struct ConversationWatchResult: JSONRepresentable, Equatable, Sendable {
    /// In the order sent.
    public let conversations: [ConversationWatchResultConversation]

    public init(json: JSON) throws(MartletError) {
        conversations = try json.required("conversations")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("conversations", conversations)
        return .object(object)
    }
}

/// The result of `conversation.list`.
public struct ConversationListResult: JSONRepresentable, Equatable, Sendable {
    /// See [protocol.md](protocol.md).
    public let conversations: [Conversation]
    /// Send it for the next page; 0 at the end.
    public let nextSeq: Int
    /// Whether this was the last page.
    public let isFinished: Bool

    public init(json: JSON) throws(MartletError) {
        conversations = try json.required("conversations")
        nextSeq = try json.required("nextSeq")
        isFinished = try json.required("isFinished")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("conversations", conversations)
        object.set("nextSeq", nextSeq)
        object.set("isFinished", isFinished)
        return .object(object)
    }
}

public struct ConversationGetResultResult: JSONRepresentable, Equatable, Sendable {
    public let conversationID: String
    public let code: Int
    public let conversation: Conversation?

    public init(json: JSON) throws(MartletError) {
        conversationID = try json.required("conversationID")
        code = try json.required("code")
        conversation = try json.optional("conversation")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("conversationID", conversationID)
        object.set("code", code)
        object.set("conversation", conversation)
        return .object(object)
    }
}

/// The result of `conversation.get`.
public struct ConversationGetResult: JSONRepresentable, Equatable, Sendable {
    public let conversation: Conversation?
    /// If several were: one for each, in the order asked for; `code` 6017: not in the list. The reply has as many as
    /// fit; ask again for the rest.
    public let results: [ConversationGetResultResult]?

    public init(json: JSON) throws(MartletError) {
        conversation = try json.optional("conversation")
        results = try json.optional("results")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("conversation", conversation)
        object.set("results", results)
        return .object(object)
    }
}

/// The result of `conversation.totalUnread`.
public struct ConversationTotalUnreadResult: JSONRepresentable, Equatable, Sendable {
    /// The number.
    public let total: Int

    public init(json: JSON) throws(MartletError) {
        total = try json.required("total")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("total", total)
        return .object(object)
    }
}

/// The result of `conversation.markRead`.
public struct ConversationMarkReadResult: JSONRepresentable, Equatable, Sendable {
    /// How many messages are still unread.
    public let unreadCount: Int

    public init(json: JSON) throws(MartletError) {
        unreadCount = try json.required("unreadCount")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("unreadCount", unreadCount)
        return .object(object)
    }
}

/// The result of `conversation.markAllRead`.
public struct ConversationMarkAllReadResult: JSONRepresentable, Equatable, Sendable {
    /// How many messages are still unread in all.
    public let total: Int

    public init(json: JSON) throws(MartletError) {
        total = try json.required("total")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("total", total)
        return .object(object)
    }
}

/// The result of `conversation.setDraft`.
public struct ConversationSetDraftResult: JSONRepresentable, Equatable, Sendable {
    /// The draft's version; 0: there is none any more.
    public let version: Int

    public init(json: JSON) throws(MartletError) {
        version = try json.required("version")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("version", version)
        return .object(object)
    }
}

public struct ConversationSetC2CReceiveOptResultResult: JSONRepresentable, Equatable, Sendable {
    public let userID: String
    public let code: Int

    public init(json: JSON) throws(MartletError) {
        userID = try json.required("userID")
        code = try json.required("code")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("userID", userID)
        object.set("code", code)
        return .object(object)
    }
}

/// The result of `conversation.setC2CReceiveOpt`.
public struct ConversationSetC2CReceiveOptResult: JSONRepresentable, Equatable, Sendable {
    /// One for each id, in the order sent; `code` 0: done. A repeated id counts once.
    public let results: [ConversationSetC2CReceiveOptResultResult]

    public init(json: JSON) throws(MartletError) {
        results = try json.required("results")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("results", results)
        return .object(object)
    }
}

public struct ConversationGetC2CReceiveOptResultResult: JSONRepresentable, Equatable, Sendable {
    public let userID: String
    public let code: Int
    /// The value that was set; 0 at first.
    public let opt: Int?

    public init(json: JSON) throws(MartletError) {
        userID = try json.required("userID")
        code = try json.required("code")
        opt = try json.optional("opt")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("userID", userID)
        object.set("code", code)
        object.set("opt", opt)
        return .object(object)
    }
}

/// The result of `conversation.getC2CReceiveOpt`.
public struct ConversationGetC2CReceiveOptResult: JSONRepresentable, Equatable, Sendable {
    /// One for each id, in the order sent; `code` 0: done. A repeated id counts once.
    public let results: [ConversationGetC2CReceiveOptResultResult]

    public init(json: JSON) throws(MartletError) {
        results = try json.required("results")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("results", results)
        return .object(object)
    }
}

/// The result of `conversation.getGroupReceiveOpt`.
public struct ConversationGetGroupReceiveOptResult: JSONRepresentable, Equatable, Sendable {
    /// The value that was set; 0 at first.
    public let opt: Int

    public init(json: JSON) throws(MartletError) {
        opt = try json.required("opt")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("opt", opt)
        return .object(object)
    }
}

/// The result of `stream.events`.
public struct StreamEventsResult: JSONRepresentable, Equatable, Sendable {
    /// In their order, each as it is now. Events of a conversation that is no longer in the list are left out.
    public let events: [StreamedEvent]
    /// Send it as `after` for the next page.
    public let seq: Int
    /// Whether this was the last page.
    public let isFinished: Bool

    public init(json: JSON) throws(MartletError) {
        events = try json.required("events")
        seq = try json.required("seq")
        isFinished = try json.required("isFinished")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("events", events)
        object.set("seq", seq)
        object.set("isFinished", isFinished)
        return .object(object)
    }
}

/// The result of `profile.getSelf`.
public struct ProfileGetSelfResult: JSONRepresentable, Equatable, Sendable {
    public let profile: Profile

    public init(json: JSON) throws(MartletError) {
        profile = try json.required("profile")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("profile", profile)
        return .object(object)
    }
}

/// The result of `profile.get`.
public struct ProfileGetResult: JSONRepresentable, Equatable, Sendable {
    /// The profiles of the users who exist, in the order asked for, each once.
    public let profiles: [Profile]
    /// Only with `have`: users whose profiles have the version that the caller has.
    public let unchanged: [String]?
    /// Users whose profiles did not fit into the reply; ask for them again.
    public let left: [String]

    public init(json: JSON) throws(MartletError) {
        profiles = try json.required("profiles")
        unchanged = try json.optional("unchanged")
        left = try json.required("left")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("profiles", profiles)
        object.set("unchanged", unchanged)
        object.set("left", left)
        return .object(object)
    }
}

public struct ProfileSearchResultUser: JSONRepresentable, Equatable, Sendable {
    public let userID: String
    public let nickname: String
    public let faceUrl: String

    public init(json: JSON) throws(MartletError) {
        userID = try json.required("userID")
        nickname = try json.required("nickname")
        faceUrl = try json.required("faceUrl")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("userID", userID)
        object.set("nickname", nickname)
        object.set("faceUrl", faceUrl)
        return .object(object)
    }
}

/// The result of `profile.search`.
public struct ProfileSearchResult: JSONRepresentable, Equatable, Sendable {
    /// Those who have been there longest first.
    public let users: [ProfileSearchResultUser]

    public init(json: JSON) throws(MartletError) {
        users = try json.required("users")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("users", users)
        return .object(object)
    }
}

public struct GroupSearchResultGroup: JSONRepresentable, Equatable, Sendable {
    public let groupID: String
    public let name: String
    public let avatar: String
    public let memberCount: Int

    public init(json: JSON) throws(MartletError) {
        groupID = try json.required("groupID")
        name = try json.required("name")
        avatar = try json.required("avatar")
        memberCount = try json.required("memberCount")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("name", name)
        object.set("avatar", avatar)
        object.set("memberCount", memberCount)
        return .object(object)
    }
}

/// The result of `group.search`.
public struct GroupSearchResult: JSONRepresentable, Equatable, Sendable {
    /// Those that were made first come first.
    public let groups: [GroupSearchResultGroup]

    public init(json: JSON) throws(MartletError) {
        groups = try json.required("groups")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("groups", groups)
        return .object(object)
    }
}

public struct MediaPrepareResultUpload: JSONRepresentable, Equatable, Sendable {
    /// See [media.md](media.md).
    public let kind: MediaPrepareResultUploadKind
    public let url: String?
    public let headers: [String: String]?
    public let fields: [String: String]?
    public let bytes: Int?
    public let first: Int?
    public let urls: [String]?
    /// From then on the bytes are refused.
    public let until: Int

    public init(json: JSON) throws(MartletError) {
        kind = try json.required("kind")
        url = try json.optional("url")
        headers = try json.optional("headers")
        fields = try json.optional("fields")
        bytes = try json.optional("bytes")
        first = try json.optional("first")
        urls = try json.optional("urls")
        until = try json.required("until")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("kind", kind)
        object.set("url", url)
        object.set("headers", headers)
        object.set("fields", fields)
        object.set("bytes", bytes)
        object.set("first", first)
        object.set("urls", urls)
        object.set("until", until)
        return .object(object)
    }
}

/// The result of `media.prepare`.
public struct MediaPrepareResult: JSONRepresentable, Equatable, Sendable {
    /// The upload's id.
    public let mediaID: String
    /// `uploading`: its bytes are awaited.
    public let state: MediaPrepareResultState
    /// Only if its bytes are awaited: how they are sent.
    public let upload: MediaPrepareResultUpload?
    /// Only of an avatar that is ready: where anybody reads it, for `faceUrl` or a group.
    public let url: String?

    public init(json: JSON) throws(MartletError) {
        mediaID = try json.required("mediaID")
        state = try json.required("state")
        upload = try json.optional("upload")
        url = try json.optional("url")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("mediaID", mediaID)
        object.set("state", state)
        object.set("upload", upload)
        object.set("url", url)
        return .object(object)
    }
}

/// The result of `media.complete`.
public struct MediaCompleteResult: JSONRepresentable, Equatable, Sendable {
    /// The upload.
    public let mediaID: String
    /// `pending`: others see it after a review.
    public let state: MediaCompleteResultState
    /// Its media type.
    public let type: String
    /// In bytes.
    public let size: Int
    /// Only if it is not refused: `digest` if its bytes are those of `sha256`.
    public let verified: MediaVerified?
    /// In pixels, if known.
    public let width: Int?
    /// In pixels, if known.
    public let height: Int?
    /// Only of an avatar that is ready: where anybody reads it, for `faceUrl` or a group.
    public let url: String?

    public init(json: JSON) throws(MartletError) {
        mediaID = try json.required("mediaID")
        state = try json.required("state")
        type = try json.required("type")
        size = try json.required("size")
        verified = try json.optional("verified")
        width = try json.optional("width")
        height = try json.optional("height")
        url = try json.optional("url")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("mediaID", mediaID)
        object.set("state", state)
        object.set("type", type)
        object.set("size", size)
        object.set("verified", verified)
        object.set("width", width)
        object.set("height", height)
        object.set("url", url)
        return .object(object)
    }
}

public struct MediaUrlResultUrl: JSONRepresentable, Equatable, Sendable {
    public let mediaID: String
    public let url: String?
    public let until: Int?
    /// Instead: 1010, there is none for the caller.
    public let code: Int?

    public init(json: JSON) throws(MartletError) {
        mediaID = try json.required("mediaID")
        url = try json.optional("url")
        until = try json.optional("until")
        code = try json.optional("code")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("mediaID", mediaID)
        object.set("url", url)
        object.set("until", until)
        object.set("code", code)
        return .object(object)
    }
}

/// The result of `media.url`.
public struct MediaUrlResult: JSONRepresentable, Equatable, Sendable {
    /// In the order asked for. If there is none for the caller at all, the request is refused with 1010.
    public let urls: [MediaUrlResultUrl]

    public init(json: JSON) throws(MartletError) {
        urls = try json.required("urls")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("urls", urls)
        return .object(object)
    }
}

/// The result of `media.list`.
public struct MediaListResult: JSONRepresentable, Equatable, Sendable {
    /// The newest first.
    public let media: [Media]
    /// Send it for the next page; absent at the end.
    public let cursor: String?

    public init(json: JSON) throws(MartletError) {
        media = try json.required("media")
        cursor = try json.optional("cursor")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("media", media)
        object.set("cursor", cursor)
        return .object(object)
    }
}

/// The result of `friend.list`.
public struct FriendListResult: JSONRepresentable, Equatable, Sendable {
    /// The friends.
    public let friends: [Friend]
    /// Only with `sinceVersion`: users who were friends then or later, but are not now.
    public let deleted: [String]?
    /// Only with `sinceVersion`: friend groups were created, deleted or renamed since then; read them again.
    public let friendGroupsChanged: Bool?
    /// Only with `sinceVersion`: the blacklist has changed since then.
    public let blacklistChanged: Bool?
    /// Send it for the next page; empty at the end.
    public let next: String
    /// Whether this was the last page.
    public let isFinished: Bool
    /// Rises with every change of the friends, friend groups or blacklist.
    public let version: Int

    public init(json: JSON) throws(MartletError) {
        friends = try json.required("friends")
        deleted = try json.optional("deleted")
        friendGroupsChanged = try json.optional("friendGroupsChanged")
        blacklistChanged = try json.optional("blacklistChanged")
        next = try json.required("next")
        isFinished = try json.required("isFinished")
        version = try json.required("version")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("friends", friends)
        object.set("deleted", deleted)
        object.set("friendGroupsChanged", friendGroupsChanged)
        object.set("blacklistChanged", blacklistChanged)
        object.set("next", next)
        object.set("isFinished", isFinished)
        object.set("version", version)
        return .object(object)
    }
}

/// The result of `friend.get`.
public struct FriendGetResult: JSONRepresentable, Equatable, Sendable {
    /// The friends.
    public let friends: [Friend]
    /// Users who did not fit into the reply; ask for them again.
    public let left: [String]
    /// Rises with every change of the friends, friend groups or blacklist.
    public let version: Int

    public init(json: JSON) throws(MartletError) {
        friends = try json.required("friends")
        left = try json.required("left")
        version = try json.required("version")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("friends", friends)
        object.set("left", left)
        object.set("version", version)
        return .object(object)
    }
}

public struct FriendAddResultResult: JSONRepresentable, Equatable, Sendable {
    public let userID: String
    public let code: Int
    public let info: String

    public init(json: JSON) throws(MartletError) {
        userID = try json.required("userID")
        code = try json.required("code")
        info = try json.required("info")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("userID", userID)
        object.set("code", code)
        object.set("info", info)
        return .object(object)
    }
}

/// The result of `friend.add`.
public struct FriendAddResult: JSONRepresentable, Equatable, Sendable {
    /// `code`: 0, 30003, 30009, 30515, 30525, 30516, 30010, 30011, 30014, 30012 or 30539; `info` says it in words.
    public let result: FriendAddResultResult

    public init(json: JSON) throws(MartletError) {
        result = try json.required("result")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("result", result)
        return .object(object)
    }
}

public struct FriendDeleteResultResult: JSONRepresentable, Equatable, Sendable {
    public let userID: String
    public let code: Int
    public let info: String

    public init(json: JSON) throws(MartletError) {
        userID = try json.required("userID")
        code = try json.required("code")
        info = try json.required("info")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("userID", userID)
        object.set("code", code)
        object.set("info", info)
        return .object(object)
    }
}

/// The result of `friend.delete`.
public struct FriendDeleteResult: JSONRepresentable, Equatable, Sendable {
    /// One for each id, in the order sent. `code`: 0, 31704 or 30003.
    public let results: [FriendDeleteResultResult]

    public init(json: JSON) throws(MartletError) {
        results = try json.required("results")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("results", results)
        return .object(object)
    }
}

public struct FriendRespondResultResult: JSONRepresentable, Equatable, Sendable {
    public let userID: String
    public let code: Int
    public let info: String

    public init(json: JSON) throws(MartletError) {
        userID = try json.required("userID")
        code = try json.required("code")
        info = try json.required("info")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("userID", userID)
        object.set("code", code)
        object.set("info", info)
        return .object(object)
    }
}

/// The result of `friend.respond`.
public struct FriendRespondResult: JSONRepresentable, Equatable, Sendable {
    /// `code`: 0, 30614, 30010 or 30014; `info` says it in words.
    public let result: FriendRespondResultResult

    public init(json: JSON) throws(MartletError) {
        result = try json.required("result")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("result", result)
        return .object(object)
    }
}

public struct FriendCheckResultResult: JSONRepresentable, Equatable, Sendable {
    public let userID: String
    public let code: Int
    public let info: String
    /// 0: none; 1: the caller has the other; 2: the other has the caller; 3: each has the other.
    public let relation: Int

    public init(json: JSON) throws(MartletError) {
        userID = try json.required("userID")
        code = try json.required("code")
        info = try json.required("info")
        relation = try json.required("relation")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("userID", userID)
        object.set("code", code)
        object.set("info", info)
        object.set("relation", relation)
        return .object(object)
    }
}

/// The result of `friend.check`.
public struct FriendCheckResult: JSONRepresentable, Equatable, Sendable {
    /// One for each id, in the order sent. `code`: 0 or 30003.
    public let results: [FriendCheckResultResult]

    public init(json: JSON) throws(MartletError) {
        results = try json.required("results")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("results", results)
        return .object(object)
    }
}

public struct PendencyListResultItem: JSONRepresentable, Equatable, Sendable {
    public let userID: String
    public let addTime: Int
    public let addSource: String
    public let addWording: String
    public let nickname: String
    public let type: Int

    public init(json: JSON) throws(MartletError) {
        userID = try json.required("userID")
        addTime = try json.required("addTime")
        addSource = try json.required("addSource")
        addWording = try json.required("addWording")
        nickname = try json.required("nickname")
        type = try json.required("type")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("userID", userID)
        object.set("addTime", addTime)
        object.set("addSource", addSource)
        object.set("addWording", addWording)
        object.set("nickname", nickname)
        object.set("type", type)
        return .object(object)
    }
}

/// The result of `pendency.list`.
public struct PendencyListResult: JSONRepresentable, Equatable, Sendable {
    /// `addTime` in seconds; `type` 1: received, 2: sent.
    public let items: [PendencyListResultItem]
    /// The list's version. Keep it after the last page.
    public let seq: Int
    /// Send it for the next page; 0 at the end.
    public let timestamp: Int
    /// How many received requests have not been reported as read.
    public let unreadCount: Int

    public init(json: JSON) throws(MartletError) {
        items = try json.required("items")
        seq = try json.required("seq")
        timestamp = try json.required("timestamp")
        unreadCount = try json.required("unreadCount")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("items", items)
        object.set("seq", seq)
        object.set("timestamp", timestamp)
        object.set("unreadCount", unreadCount)
        return .object(object)
    }
}

/// The result of `pendency.report`.
public struct PendencyReportResult: JSONRepresentable, Equatable, Sendable {
    /// How many requests are still unread.
    public let unreadCount: Int

    public init(json: JSON) throws(MartletError) {
        unreadCount = try json.required("unreadCount")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("unreadCount", unreadCount)
        return .object(object)
    }
}

public struct BlacklistAddResultResult: JSONRepresentable, Equatable, Sendable {
    public let userID: String
    public let code: Int
    public let info: String

    public init(json: JSON) throws(MartletError) {
        userID = try json.required("userID")
        code = try json.required("code")
        info = try json.required("info")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("userID", userID)
        object.set("code", code)
        object.set("info", info)
        return .object(object)
    }
}

/// The result of `blacklist.add`.
public struct BlacklistAddResult: JSONRepresentable, Equatable, Sendable {
    /// One for each id, in the order sent. `code`: 0, 31307, 30013 or 30003.
    public let results: [BlacklistAddResultResult]

    public init(json: JSON) throws(MartletError) {
        results = try json.required("results")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("results", results)
        return .object(object)
    }
}

public struct BlacklistDeleteResultResult: JSONRepresentable, Equatable, Sendable {
    public let userID: String
    public let code: Int
    public let info: String

    public init(json: JSON) throws(MartletError) {
        userID = try json.required("userID")
        code = try json.required("code")
        info = try json.required("info")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("userID", userID)
        object.set("code", code)
        object.set("info", info)
        return .object(object)
    }
}

/// The result of `blacklist.delete`.
public struct BlacklistDeleteResult: JSONRepresentable, Equatable, Sendable {
    /// One for each id, in the order sent. `code`: 0, 31503 or 30003.
    public let results: [BlacklistDeleteResultResult]

    public init(json: JSON) throws(MartletError) {
        results = try json.required("results")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("results", results)
        return .object(object)
    }
}

public struct BlacklistListResultUser: JSONRepresentable, Equatable, Sendable {
    public let userID: String
    public let addTime: Int

    public init(json: JSON) throws(MartletError) {
        userID = try json.required("userID")
        addTime = try json.required("addTime")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("userID", userID)
        object.set("addTime", addTime)
        return .object(object)
    }
}

/// The result of `blacklist.list`.
public struct BlacklistListResult: JSONRepresentable, Equatable, Sendable {
    /// `addTime` in seconds.
    public let users: [BlacklistListResultUser]
    /// Rises with every change of the friends, friend groups or blacklist.
    public let version: Int

    public init(json: JSON) throws(MartletError) {
        users = try json.required("users")
        version = try json.required("version")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("users", users)
        object.set("version", version)
        return .object(object)
    }
}

public struct BlacklistCheckResultResult: JSONRepresentable, Equatable, Sendable {
    public let userID: String
    public let code: Int
    public let info: String
    /// Whether the caller has blocked the user.
    public let blocked: Bool

    public init(json: JSON) throws(MartletError) {
        userID = try json.required("userID")
        code = try json.required("code")
        info = try json.required("info")
        blocked = try json.required("blocked")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("userID", userID)
        object.set("code", code)
        object.set("info", info)
        object.set("blocked", blocked)
        return .object(object)
    }
}

/// The result of `blacklist.check`.
public struct BlacklistCheckResult: JSONRepresentable, Equatable, Sendable {
    /// One for each id, in the order sent. `code`: 0 or 30003.
    public let results: [BlacklistCheckResultResult]

    public init(json: JSON) throws(MartletError) {
        results = try json.required("results")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("results", results)
        return .object(object)
    }
}

public struct FriendGroupListResultGroup: JSONRepresentable, Equatable, Sendable {
    public let name: String
    public let userCnt: Int
    public let friends: [String]

    public init(json: JSON) throws(MartletError) {
        name = try json.required("name")
        userCnt = try json.required("userCnt")
        friends = try json.required("friends")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("name", name)
        object.set("userCnt", userCnt)
        object.set("friends", friends)
        return .object(object)
    }
}

/// The result of `friendGroup.list`.
public struct FriendGroupListResult: JSONRepresentable, Equatable, Sendable {
    /// `friends`: the friends' ids in order. Unknown groups are left out.
    public let groups: [FriendGroupListResultGroup]
    /// Send it for the next page; 0 at the end. A page has as much as fits into one reply.
    public let next: Int
    /// Whether this was the last page.
    public let isFinished: Bool
    /// Rises with every change of the friends, friend groups or blacklist.
    public let version: Int

    public init(json: JSON) throws(MartletError) {
        groups = try json.required("groups")
        next = try json.required("next")
        isFinished = try json.required("isFinished")
        version = try json.required("version")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("groups", groups)
        object.set("next", next)
        object.set("isFinished", isFinished)
        object.set("version", version)
        return .object(object)
    }
}

public struct FriendGroupCreateResultResult: JSONRepresentable, Equatable, Sendable {
    public let userID: String
    public let code: Int
    public let info: String

    public init(json: JSON) throws(MartletError) {
        userID = try json.required("userID")
        code = try json.required("code")
        info = try json.required("info")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("userID", userID)
        object.set("code", code)
        object.set("info", info)
        return .object(object)
    }
}

/// The result of `friendGroup.create`.
public struct FriendGroupCreateResult: JSONRepresentable, Equatable, Sendable {
    /// One for each id, in the order sent. `code`: 0 or 32216.
    public let results: [FriendGroupCreateResultResult]

    public init(json: JSON) throws(MartletError) {
        results = try json.required("results")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("results", results)
        return .object(object)
    }
}

public struct FriendGroupAddFriendsResultResult: JSONRepresentable, Equatable, Sendable {
    public let userID: String
    public let code: Int
    public let info: String

    public init(json: JSON) throws(MartletError) {
        userID = try json.required("userID")
        code = try json.required("code")
        info = try json.required("info")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("userID", userID)
        object.set("code", code)
        object.set("info", info)
        return .object(object)
    }
}

/// The result of `friendGroup.addFriends`.
public struct FriendGroupAddFriendsResult: JSONRepresentable, Equatable, Sendable {
    /// One for each id, in the order sent. `code`: 0, 32518 or 32519.
    public let results: [FriendGroupAddFriendsResultResult]

    public init(json: JSON) throws(MartletError) {
        results = try json.required("results")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("results", results)
        return .object(object)
    }
}

public struct FriendGroupRemoveFriendsResultResult: JSONRepresentable, Equatable, Sendable {
    public let userID: String
    public let code: Int
    public let info: String

    public init(json: JSON) throws(MartletError) {
        userID = try json.required("userID")
        code = try json.required("code")
        info = try json.required("info")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("userID", userID)
        object.set("code", code)
        object.set("info", info)
        return .object(object)
    }
}

/// The result of `friendGroup.removeFriends`.
public struct FriendGroupRemoveFriendsResult: JSONRepresentable, Equatable, Sendable {
    /// One for each id, in the order sent. `code`: 0, 32518 or 32520.
    public let results: [FriendGroupRemoveFriendsResultResult]

    public init(json: JSON) throws(MartletError) {
        results = try json.required("results")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("results", results)
        return .object(object)
    }
}

public struct GroupCreateResultResult: JSONRepresentable, Equatable, Sendable {
    public let userID: String
    public let code: Int
    public let info: String

    public init(json: JSON) throws(MartletError) {
        userID = try json.required("userID")
        code = try json.required("code")
        info = try json.required("info")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("userID", userID)
        object.set("code", code)
        object.set("info", info)
        return .object(object)
    }
}

/// The result of `group.create`.
public struct GroupCreateResult: JSONRepresentable, Equatable, Sendable {
    /// The group's id.
    public let groupID: String
    /// `code`: 0, 603 or 4.
    public let results: [GroupCreateResultResult]

    public init(json: JSON) throws(MartletError) {
        groupID = try json.required("groupID")
        results = try json.required("results")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("results", results)
        return .object(object)
    }
}

/// The result of `group.get`.
public struct GroupGetResult: JSONRepresentable, Equatable, Sendable {
    public let group: GroupDetails

    public init(json: JSON) throws(MartletError) {
        group = try json.required("group")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("group", group)
        return .object(object)
    }
}

/// The result of `group.getMany`.
public struct GroupGetManyResult: JSONRepresentable, Equatable, Sendable {
    /// In the order asked for, each once; without `members`, `whiteList` and `muteList`.
    public let groups: [GroupDetails]
    /// Groups that did not fit into the reply; ask for them again.
    public let left: [String]

    public init(json: JSON) throws(MartletError) {
        groups = try json.required("groups")
        left = try json.required("left")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("groups", groups)
        object.set("left", left)
        return .object(object)
    }
}

/// The result of `group.members`.
public struct GroupMembersResult: JSONRepresentable, Equatable, Sendable {
    /// The members' ids.
    public let members: [String]
    /// Only with `needNickname`: the nicknames by id, of members who have one.
    public let nicknames: [String: String]?
    /// The last seq of the group's stream that is in the page: pages with one seq are of one moment.
    public let seq: Int
    /// Send it for the next page; empty at the end.
    public let cursor: String

    public init(json: JSON) throws(MartletError) {
        members = try json.required("members")
        nicknames = try json.optional("nicknames")
        seq = try json.required("seq")
        cursor = try json.required("cursor")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("members", members)
        object.set("nicknames", nicknames)
        object.set("seq", seq)
        object.set("cursor", cursor)
        return .object(object)
    }
}

public struct GroupJoinedResultGroup: JSONRepresentable, Equatable, Sendable {
    public let groupID: String
    public let name: String
    public let memberCount: Int?
    public let permissionType: Int?

    public init(json: JSON) throws(MartletError) {
        groupID = try json.required("groupID")
        name = try json.required("name")
        memberCount = try json.optional("memberCount")
        permissionType = try json.optional("permissionType")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("name", name)
        object.set("memberCount", memberCount)
        object.set("permissionType", permissionType)
        return .object(object)
    }
}

/// The result of `group.joined`.
public struct GroupJoinedResult: JSONRepresentable, Equatable, Sendable {
    /// The groups.
    public let groups: [GroupJoinedResultGroup]

    public init(json: JSON) throws(MartletError) {
        groups = try json.required("groups")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("groups", groups)
        return .object(object)
    }
}

/// The result of `group.joinedCount`.
public struct GroupJoinedCountResult: JSONRepresentable, Equatable, Sendable {
    /// The number of groups.
    public let count: Int

    public init(json: JSON) throws(MartletError) {
        count = try json.required("count")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("count", count)
        return .object(object)
    }
}

public struct GroupPublicResultGroup: JSONRepresentable, Equatable, Sendable {
    public let groupID: String
    public let name: String

    public init(json: JSON) throws(MartletError) {
        groupID = try json.required("groupID")
        name = try json.required("name")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("name", name)
        return .object(object)
    }
}

/// The result of `group.public`.
public struct GroupPublicResult: JSONRepresentable, Equatable, Sendable {
    /// The groups.
    public let groups: [GroupPublicResultGroup]
    /// Send it for the next page; empty at the end.
    public let cursor: String

    public init(json: JSON) throws(MartletError) {
        groups = try json.required("groups")
        cursor = try json.required("cursor")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("groups", groups)
        object.set("cursor", cursor)
        return .object(object)
    }
}

public struct GroupInviteResultResult: JSONRepresentable, Equatable, Sendable {
    public let userID: String
    public let code: Int
    public let info: String

    public init(json: JSON) throws(MartletError) {
        userID = try json.required("userID")
        code = try json.required("code")
        info = try json.required("info")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("userID", userID)
        object.set("code", code)
        object.set("info", info)
        return .object(object)
    }
}

/// The result of `group.invite`.
public struct GroupInviteResult: JSONRepresentable, Equatable, Sendable {
    /// `code`: 0, 204, 603, 4 or gw 1025.
    public let results: [GroupInviteResultResult]

    public init(json: JSON) throws(MartletError) {
        results = try json.required("results")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("results", results)
        return .object(object)
    }
}

/// The result of `group.join`.
public struct GroupJoinResult: JSONRepresentable, Equatable, Sendable {
    /// False: owner and admins have been asked.
    public let joined: Bool

    public init(json: JSON) throws(MartletError) {
        joined = try json.required("joined")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("joined", joined)
        return .object(object)
    }
}

/// The result of `group.getAnnouncement`.
public struct GroupGetAnnouncementResult: JSONRepresentable, Equatable, Sendable {
    /// The text that was set.
    public let announcement: String

    public init(json: JSON) throws(MartletError) {
        announcement = try json.required("announcement")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("announcement", announcement)
        return .object(object)
    }
}

public struct GroupGetAttributesResultMember: JSONRepresentable, Equatable, Sendable {
    public let userID: String
    public let attributes: [String: String]

    public init(json: JSON) throws(MartletError) {
        userID = try json.required("userID")
        attributes = try json.required("attributes")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("userID", userID)
        object.set("attributes", attributes)
        return .object(object)
    }
}

/// The result of `group.getAttributes`.
public struct GroupGetAttributesResult: JSONRepresentable, Equatable, Sendable {
    /// One for each user who is a member.
    public let members: [GroupGetAttributesResultMember]

    public init(json: JSON) throws(MartletError) {
        members = try json.required("members")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("members", members)
        return .object(object)
    }
}

/// The result of `group.getNotifyState`.
public struct GroupGetNotifyStateResult: JSONRepresentable, Equatable, Sendable {
    /// 0 at first.
    public let state: Int

    public init(json: JSON) throws(MartletError) {
        state = try json.required("state")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("state", state)
        return .object(object)
    }
}

public struct GroupMuteListResultMuteList: JSONRepresentable, Equatable, Sendable {
    public let userID: String
    public let muteExpire: Int

    public init(json: JSON) throws(MartletError) {
        userID = try json.required("userID")
        muteExpire = try json.required("muteExpire")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("userID", userID)
        object.set("muteExpire", muteExpire)
        return .object(object)
    }
}

/// The result of `group.muteList`.
public struct GroupMuteListResult: JSONRepresentable, Equatable, Sendable {
    /// `muteExpire` in milliseconds, or -1.
    public let muteList: [GroupMuteListResultMuteList]
    /// Send it for the next page; empty at the end.
    public let cursor: String

    public init(json: JSON) throws(MartletError) {
        muteList = try json.required("muteList")
        cursor = try json.required("cursor")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("muteList", muteList)
        object.set("cursor", cursor)
        return .object(object)
    }
}

/// The result of `group.whiteList`.
public struct GroupWhiteListResult: JSONRepresentable, Equatable, Sendable {
    /// The newest members first.
    public let whiteList: [String]
    /// Send it for the next page; empty at the end.
    public let cursor: String

    public init(json: JSON) throws(MartletError) {
        whiteList = try json.required("whiteList")
        cursor = try json.required("cursor")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("whiteList", whiteList)
        object.set("cursor", cursor)
        return .object(object)
    }
}

public struct GroupBansResultBan: JSONRepresentable, Equatable, Sendable {
    public let userID: String
    public let banExpire: Int

    public init(json: JSON) throws(MartletError) {
        userID = try json.required("userID")
        banExpire = try json.required("banExpire")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("userID", userID)
        object.set("banExpire", banExpire)
        return .object(object)
    }
}

/// The result of `group.bans`.
public struct GroupBansResult: JSONRepresentable, Equatable, Sendable {
    /// The last one banned first. `banExpire` in milliseconds, or -1.
    public let bans: [GroupBansResultBan]
    /// Send it for the next page; empty at the end.
    public let cursor: String

    public init(json: JSON) throws(MartletError) {
        bans = try json.required("bans")
        cursor = try json.required("cursor")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("bans", bans)
        object.set("cursor", cursor)
        return .object(object)
    }
}

/// The result of `group.setValues`.
public struct GroupSetValuesResult: JSONRepresentable, Equatable, Sendable {
    /// The last seq of the group's stream: the version of what was set.
    public let seq: Int

    public init(json: JSON) throws(MartletError) {
        seq = try json.required("seq")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("seq", seq)
        return .object(object)
    }
}

/// The result of `group.count`.
public struct GroupCountResult: JSONRepresentable, Equatable, Sendable {
    /// With what was added.
    public let sum: Int

    public init(json: JSON) throws(MartletError) {
        sum = try json.required("sum")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("sum", sum)
        return .object(object)
    }
}

/// The result of `group.values`.
public struct GroupValuesResult: JSONRepresentable, Equatable, Sendable {
    /// By their keys.
    public let values: [GroupValue]
    /// The sums by the counters' names.
    public let counters: [String: Int]
    /// The last seq of the group's stream that is in this.
    public let seq: Int

    public init(json: JSON) throws(MartletError) {
        values = try json.required("values")
        counters = try json.required("counters")
        seq = try json.required("seq")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("values", values)
        object.set("counters", counters)
        object.set("seq", seq)
        return .object(object)
    }
}

/// The result of `group.addFile`.
public struct GroupAddFileResult: JSONRepresentable, Equatable, Sendable {
    /// The file's id.
    public let fileID: String

    public init(json: JSON) throws(MartletError) {
        fileID = try json.required("fileID")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("fileID", fileID)
        return .object(object)
    }
}

/// The result of `group.putFile`.
public struct GroupPutFileResult: JSONRepresentable, Equatable, Sendable {
    /// How many bytes the gateway has.
    public let received: Int

    public init(json: JSON) throws(MartletError) {
        received = try json.required("received")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("received", received)
        return .object(object)
    }
}

/// The result of `group.getFile`.
public struct GroupGetFileResult: JSONRepresentable, Equatable, Sendable {
    public let data: Bytes
    /// The file's size in bytes.
    public let size: Int
    /// Whether this was the last piece.
    public let isFinished: Bool

    public init(json: JSON) throws(MartletError) {
        data = try json.required("data")
        size = try json.required("size")
        isFinished = try json.required("isFinished")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("data", data)
        object.set("size", size)
        object.set("isFinished", isFinished)
        return .object(object)
    }
}

/// The result of `group.files`.
public struct GroupFilesResult: JSONRepresentable, Equatable, Sendable {
    /// `createTime` in milliseconds.
    public let files: [SharedFile]
    /// Send it for the next page; empty at the end.
    public let cursor: String

    public init(json: JSON) throws(MartletError) {
        files = try json.required("files")
        cursor = try json.required("cursor")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("files", files)
        object.set("cursor", cursor)
        return .object(object)
    }
}

public struct GroupInvitationsResultInvitation: JSONRepresentable, Equatable, Sendable {
    public let groupID: String
    public let name: String
    public let avatar: String
    public let memberCount: Int
    public let inviter: String
    public let message: String
    public let time: Int

    public init(json: JSON) throws(MartletError) {
        groupID = try json.required("groupID")
        name = try json.required("name")
        avatar = try json.required("avatar")
        memberCount = try json.required("memberCount")
        inviter = try json.required("inviter")
        message = try json.required("message")
        time = try json.required("time")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("name", name)
        object.set("avatar", avatar)
        object.set("memberCount", memberCount)
        object.set("inviter", inviter)
        object.set("message", message)
        object.set("time", time)
        return .object(object)
    }
}

/// The result of `group.invitations`.
public struct GroupInvitationsResult: JSONRepresentable, Equatable, Sendable {
    /// The group as it is now; `time` in milliseconds.
    public let invitations: [GroupInvitationsResultInvitation]
    /// Send it for the next page; empty at the end.
    public let cursor: String

    public init(json: JSON) throws(MartletError) {
        invitations = try json.required("invitations")
        cursor = try json.required("cursor")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("invitations", invitations)
        object.set("cursor", cursor)
        return .object(object)
    }
}

public struct GroupJoinRequestsResultRequest: JSONRepresentable, Equatable, Sendable {
    public let groupID: String
    public let userID: String
    public let reason: String
    public let time: Int

    public init(json: JSON) throws(MartletError) {
        groupID = try json.required("groupID")
        userID = try json.required("userID")
        reason = try json.required("reason")
        time = try json.required("time")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("userID", userID)
        object.set("reason", reason)
        object.set("time", time)
        return .object(object)
    }
}

/// The result of `group.joinRequests`.
public struct GroupJoinRequestsResult: JSONRepresentable, Equatable, Sendable {
    /// `time` in milliseconds.
    public let requests: [GroupJoinRequestsResultRequest]
    /// Send it for the next page; empty at the end.
    public let cursor: String

    public init(json: JSON) throws(MartletError) {
        requests = try json.required("requests")
        cursor = try json.required("cursor")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("requests", requests)
        object.set("cursor", cursor)
        return .object(object)
    }
}

/// The result of `channel.publish`.
public struct ChannelPublishResult: JSONRepresentable, Equatable, Sendable {
    /// The message's id, in digits.
    public let msgId: String
    /// The channel.
    public let channelID: String
    /// The message's number in the channel: it rises without gaps.
    public let seq: Int
    /// When the gateway accepted the message.
    public let time: Int
    public let message: ChannelMessage?

    public init(json: JSON) throws(MartletError) {
        msgId = try json.required("msgId")
        channelID = try json.required("channelID")
        seq = try json.required("seq")
        time = try json.required("time")
        message = try json.optional("message")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("msgId", msgId)
        object.set("channelID", channelID)
        object.set("seq", seq)
        object.set("time", time)
        object.set("message", message)
        return .object(object)
    }
}

/// The result of `channel.subscribe`.
public struct ChannelSubscribeResult: JSONRepresentable, Equatable, Sendable {
    /// The channel.
    public let channelID: String
    /// The seq of its last message: what follows, the session is told.
    public let seq: Int

    public init(json: JSON) throws(MartletError) {
        channelID = try json.required("channelID")
        seq = try json.required("seq")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("channelID", channelID)
        object.set("seq", seq)
        return .object(object)
    }
}

public struct ChannelListResultChannel: JSONRepresentable, Equatable, Sendable {
    /// The channel's id.
    public let channelID: String
    /// As the backend has set it.
    public let title: String
    /// Likewise.
    public let description: String
    /// Likewise: data of the application.
    public let ext: String
    /// The seq of its last message.
    public let seq: Int
    /// When the user has subscribed.
    public let since: Int

    public init(json: JSON) throws(MartletError) {
        channelID = try json.required("channelID")
        title = try json.required("title")
        description = try json.required("description")
        ext = try json.required("ext")
        seq = try json.required("seq")
        since = try json.required("since")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("channelID", channelID)
        object.set("title", title)
        object.set("description", description)
        object.set("ext", ext)
        object.set("seq", seq)
        object.set("since", since)
        return .object(object)
    }
}

/// The result of `channel.list`.
public struct ChannelListResult: JSONRepresentable, Equatable, Sendable {
    /// The channels.
    public let channels: [ChannelListResultChannel]
    /// Send it for the next page; 0 at the end. A page has as much as fits into one reply.
    public let next: Int

    public init(json: JSON) throws(MartletError) {
        channels = try json.required("channels")
        next = try json.required("next")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("channels", channels)
        object.set("next", next)
        return .object(object)
    }
}

/// The result of `channel.info`.
public struct ChannelInfoResult: JSONRepresentable, Equatable, Sendable {
    /// The channel's id.
    public let channelID: String
    /// As the backend has set it.
    public let title: String
    /// Likewise.
    public let description: String
    /// Likewise: data of the application.
    public let ext: String
    /// `open`, `claim` or `guests`.
    public let access: ChannelAccess
    /// When it was made.
    public let createdAt: Int
    /// How many users follow it.
    public let followers: Int
    /// The seq of its last message.
    public let seq: Int
    /// Whether the caller follows it.
    public let isSubscribed: Bool
    /// Whether the caller may publish to it.
    public let isPublisher: Bool

    public init(json: JSON) throws(MartletError) {
        channelID = try json.required("channelID")
        title = try json.required("title")
        description = try json.required("description")
        ext = try json.required("ext")
        access = try json.required("access")
        createdAt = try json.required("createdAt")
        followers = try json.required("followers")
        seq = try json.required("seq")
        isSubscribed = try json.required("isSubscribed")
        isPublisher = try json.required("isPublisher")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("channelID", channelID)
        object.set("title", title)
        object.set("description", description)
        object.set("ext", ext)
        object.set("access", access)
        object.set("createdAt", createdAt)
        object.set("followers", followers)
        object.set("seq", seq)
        object.set("isSubscribed", isSubscribed)
        object.set("isPublisher", isPublisher)
        return .object(object)
    }
}

/// The result of `channel.history`.
public struct ChannelHistoryResult: JSONRepresentable, Equatable, Sendable {
    /// The messages in the order of `direction`.
    public let messages: [ChannelMessage]
    /// Send it for the next page; 0 at the end.
    public let cursor: Int
    /// Whether this was the last page.
    public let isFinished: Bool
    /// The seq of the channel's last message.
    public let seq: Int

    public init(json: JSON) throws(MartletError) {
        messages = try json.required("messages")
        cursor = try json.required("cursor")
        isFinished = try json.required("isFinished")
        seq = try json.required("seq")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("messages", messages)
        object.set("cursor", cursor)
        object.set("isFinished", isFinished)
        object.set("seq", seq)
        return .object(object)
    }
}

/// The result of `broadcast.list`.
public struct BroadcastListResult: JSONRepresentable, Equatable, Sendable {
    /// The broadcasts.
    public let broadcasts: [Broadcast]
    /// The seq of the last broadcast of all.
    public let seq: Int
    /// Whether there are no more.
    public let isFinished: Bool

    public init(json: JSON) throws(MartletError) {
        broadcasts = try json.required("broadcasts")
        seq = try json.required("seq")
        isFinished = try json.required("isFinished")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("broadcasts", broadcasts)
        object.set("seq", seq)
        object.set("isFinished", isFinished)
        return .object(object)
    }
}

public struct RoomEnterResultOccupancy: JSONRepresentable, Equatable, Sendable {
    /// Sessions and users' streams in the room.
    public let participants: Int
    /// Streams of guests. Absent: none.
    public let guests: Int?

    public init(json: JSON) throws(MartletError) {
        participants = try json.required("participants")
        guests = try json.optional("guests")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("participants", participants)
        object.set("guests", guests)
        return .object(object)
    }
}

public struct RoomEnterResultMessage: JSONRepresentable, Equatable, Sendable {
    /// The message's number in the epoch: from 1, without gaps.
    public let seq: Int
    /// The message's id.
    public let msgId: String
    /// The sender's own id for it.
    public let clientMsgId: String
    /// The user who has sent it; absent: a backend has, in nobody's name.
    public let from: String?
    /// As with `message.send`.
    public let type: Int
    /// The content; `{}` if it was recalled.
    public let body: JSON
    /// When it was drawn.
    public let time: Int
    /// `high`, `normal` or `low`.
    public let priority: RoomEnterResultMessagePriority
    /// Only `true`: it was recalled or cleared.
    public let isRecalled: Bool?

    public init(json: JSON) throws(MartletError) {
        seq = try json.required("seq")
        msgId = try json.required("msgId")
        clientMsgId = try json.required("clientMsgId")
        from = try json.optional("from")
        type = try json.required("type")
        body = try json.required("body")
        time = try json.required("time")
        priority = try json.required("priority")
        isRecalled = try json.optional("isRecalled")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("seq", seq)
        object.set("msgId", msgId)
        object.set("clientMsgId", clientMsgId)
        object.set("from", from)
        object.set("type", type)
        object.set("body", body)
        object.set("time", time)
        object.set("priority", priority)
        object.set("isRecalled", isRecalled)
        return .object(object)
    }
}

public struct RoomEnterResultValue: JSONRepresentable, Equatable, Sendable {
    /// The key.
    public let key: String
    /// What was set.
    public let value: String
    /// The `state` that began with it, for `ifVersion`.
    public let version: Int
    /// The user who has set it; absent: a backend has.
    public let by: String?
    /// Only `true`: it goes when that user has left.
    public let isTransient: Bool?
    /// In the queue: the order, the head first. For values it means nothing.
    public let position: Int

    public init(json: JSON) throws(MartletError) {
        key = try json.required("key")
        value = try json.required("value")
        version = try json.required("version")
        by = try json.optional("by")
        isTransient = try json.optional("isTransient")
        position = try json.required("position")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("key", key)
        object.set("value", value)
        object.set("version", version)
        object.set("by", by)
        object.set("isTransient", isTransient)
        object.set("position", position)
        return .object(object)
    }
}

/// The result of `room.enter`.
public struct RoomEnterResult: JSONRepresentable, Equatable, Sendable {
    /// The room's id.
    public let roomID: String
    /// As the backend has set it.
    public let title: String
    /// Data of the application, as the backend has set it.
    public let ext: String
    /// So many seconds lie between two messages of a user; 0: no slow mode.
    public let slowSeconds: Int
    /// Only the owner, admins and speakers may send.
    public let isMuted: Bool
    /// Who sets values.
    public let valuesBy: RoomEnterResultValuesBy
    /// The life of the room in which messages are numbered.
    public let epoch: Int
    /// The seq of the last message.
    public let seq: Int
    /// The caller's role.
    public let role: RoomEnterResultRole
    /// Until then the caller may not send.
    public let mutedUntil: Int?
    /// How many are in the room.
    public let occupancy: RoomEnterResultOccupancy
    /// With `epoch` and `seq`: `recovered`, `messages` are all that was missed; `gap`: more was missed, or the epoch is
    /// another.
    public let verdict: RoomEnterResultVerdict?
    /// The last messages, the newest last.
    public let messages: [RoomEnterResultMessage]
    /// The state of the room's values.
    public let state: Int
    /// The values. Absent: the client has them, or they do not fit, and `room.values` returns them.
    public let values: [RoomEnterResultValue]?
    /// The sums of the room's counters, if it has any.
    public let counters: [String: Int]?
    /// The state of the room's queue, which `room.queue` returns.
    public let queueState: Int

    public init(json: JSON) throws(MartletError) {
        roomID = try json.required("roomID")
        title = try json.required("title")
        ext = try json.required("ext")
        slowSeconds = try json.required("slowSeconds")
        isMuted = try json.required("isMuted")
        valuesBy = try json.required("valuesBy")
        epoch = try json.required("epoch")
        seq = try json.required("seq")
        role = try json.required("role")
        mutedUntil = try json.optional("mutedUntil")
        occupancy = try json.required("occupancy")
        verdict = try json.optional("verdict")
        messages = try json.required("messages")
        state = try json.required("state")
        values = try json.optional("values")
        counters = try json.optional("counters")
        queueState = try json.required("queueState")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("roomID", roomID)
        object.set("title", title)
        object.set("ext", ext)
        object.set("slowSeconds", slowSeconds)
        object.set("isMuted", isMuted)
        object.set("valuesBy", valuesBy)
        object.set("epoch", epoch)
        object.set("seq", seq)
        object.set("role", role)
        object.set("mutedUntil", mutedUntil)
        object.set("occupancy", occupancy)
        object.set("verdict", verdict)
        object.set("messages", messages)
        object.set("state", state)
        object.set("values", values)
        object.set("counters", counters)
        object.set("queueState", queueState)
        return .object(object)
    }
}

public struct RoomParticipantsResultParticipant: JSONRepresentable, Equatable, Sendable {
    /// The user.
    public let userID: String
    /// The user's role.
    public let role: RoomEnterResultRole
    /// When its first session entered.
    public let since: Int
    /// Until then the user may not send.
    public let mutedUntil: Int?

    public init(json: JSON) throws(MartletError) {
        userID = try json.required("userID")
        role = try json.required("role")
        since = try json.required("since")
        mutedUntil = try json.optional("mutedUntil")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("userID", userID)
        object.set("role", role)
        object.set("since", since)
        object.set("mutedUntil", mutedUntil)
        return .object(object)
    }
}

public struct RoomParticipantsResultOccupancy: JSONRepresentable, Equatable, Sendable {
    /// Sessions and users' streams in the room.
    public let participants: Int
    /// Streams of guests. Absent: none.
    public let guests: Int?

    public init(json: JSON) throws(MartletError) {
        participants = try json.required("participants")
        guests = try json.optional("guests")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("participants", participants)
        object.set("guests", guests)
        return .object(object)
    }
}

/// The result of `room.participants`.
public struct RoomParticipantsResult: JSONRepresentable, Equatable, Sendable {
    /// The users.
    public let participants: [RoomParticipantsResultParticipant]
    /// Whether there are more.
    public let isSample: Bool
    /// How many are in the room.
    public let occupancy: RoomParticipantsResultOccupancy

    public init(json: JSON) throws(MartletError) {
        participants = try json.required("participants")
        isSample = try json.required("isSample")
        occupancy = try json.required("occupancy")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("participants", participants)
        object.set("isSample", isSample)
        object.set("occupancy", occupancy)
        return .object(object)
    }
}

public struct RoomSendResultMessage: JSONRepresentable, Equatable, Sendable {
    /// The message's number in the epoch: from 1, without gaps.
    public let seq: Int
    /// The message's id.
    public let msgId: String
    /// The sender's own id for it.
    public let clientMsgId: String
    /// The user who has sent it; absent: a backend has, in nobody's name.
    public let from: String?
    /// As with `message.send`.
    public let type: Int
    /// The content; `{}` if it was recalled.
    public let body: JSON
    /// When it was drawn.
    public let time: Int
    /// `high`, `normal` or `low`.
    public let priority: RoomEnterResultMessagePriority
    /// Only `true`: it was recalled or cleared.
    public let isRecalled: Bool?

    public init(json: JSON) throws(MartletError) {
        seq = try json.required("seq")
        msgId = try json.required("msgId")
        clientMsgId = try json.required("clientMsgId")
        from = try json.optional("from")
        type = try json.required("type")
        body = try json.required("body")
        time = try json.required("time")
        priority = try json.required("priority")
        isRecalled = try json.optional("isRecalled")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("seq", seq)
        object.set("msgId", msgId)
        object.set("clientMsgId", clientMsgId)
        object.set("from", from)
        object.set("type", type)
        object.set("body", body)
        object.set("time", time)
        object.set("priority", priority)
        object.set("isRecalled", isRecalled)
        return .object(object)
    }
}

/// The result of `room.send`.
public struct RoomSendResult: JSONRepresentable, Equatable, Sendable {
    /// The message's id.
    public let msgId: String
    /// Its number in the room's epoch: from 1, without gaps.
    public let seq: Int
    /// When it was drawn.
    public let time: Int
    /// What all are told, if a hook has replaced it.
    public let message: RoomSendResultMessage?

    public init(json: JSON) throws(MartletError) {
        msgId = try json.required("msgId")
        seq = try json.required("seq")
        time = try json.required("time")
        message = try json.optional("message")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("msgId", msgId)
        object.set("seq", seq)
        object.set("time", time)
        object.set("message", message)
        return .object(object)
    }
}

/// The result of `room.setValues`.
public struct RoomSetValuesResult: JSONRepresentable, Equatable, Sendable {
    /// The number of their last change, as `room.enter` and events say it.
    public let state: Int

    public init(json: JSON) throws(MartletError) {
        state = try json.required("state")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("state", state)
        return .object(object)
    }
}

public struct RoomValuesResultValue: JSONRepresentable, Equatable, Sendable {
    /// The key.
    public let key: String
    /// What was set.
    public let value: String
    /// The `state` that began with it, for `ifVersion`.
    public let version: Int
    /// The user who has set it; absent: a backend has.
    public let by: String?
    /// Only `true`: it goes when that user has left.
    public let isTransient: Bool?
    /// In the queue: the order, the head first. For values it means nothing.
    public let position: Int

    public init(json: JSON) throws(MartletError) {
        key = try json.required("key")
        value = try json.required("value")
        version = try json.required("version")
        by = try json.optional("by")
        isTransient = try json.optional("isTransient")
        position = try json.required("position")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("key", key)
        object.set("value", value)
        object.set("version", version)
        object.set("by", by)
        object.set("isTransient", isTransient)
        object.set("position", position)
        return .object(object)
    }
}

/// The result of `room.values`.
public struct RoomValuesResult: JSONRepresentable, Equatable, Sendable {
    /// The number of their last change, as `room.enter` and events say it.
    public let state: Int
    /// The values.
    public let values: [RoomValuesResultValue]

    public init(json: JSON) throws(MartletError) {
        state = try json.required("state")
        values = try json.required("values")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("state", state)
        object.set("values", values)
        return .object(object)
    }
}

/// The result of `room.offer`.
public struct RoomOfferResult: JSONRepresentable, Equatable, Sendable {
    /// The number of their last change, as `room.enter` and events say it.
    public let state: Int

    public init(json: JSON) throws(MartletError) {
        state = try json.required("state")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("state", state)
        return .object(object)
    }
}

public struct RoomPollResultElement: JSONRepresentable, Equatable, Sendable {
    /// The key.
    public let key: String
    /// What was set.
    public let value: String
    /// The `state` that began with it, for `ifVersion`.
    public let version: Int
    /// The user who has set it; absent: a backend has.
    public let by: String?
    /// Only `true`: it goes when that user has left.
    public let isTransient: Bool?
    /// In the queue: the order, the head first. For values it means nothing.
    public let position: Int

    public init(json: JSON) throws(MartletError) {
        key = try json.required("key")
        value = try json.required("value")
        version = try json.required("version")
        by = try json.optional("by")
        isTransient = try json.optional("isTransient")
        position = try json.required("position")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("key", key)
        object.set("value", value)
        object.set("version", version)
        object.set("by", by)
        object.set("isTransient", isTransient)
        object.set("position", position)
        return .object(object)
    }
}

/// The result of `room.poll`.
public struct RoomPollResult: JSONRepresentable, Equatable, Sendable {
    /// The number of their last change, as `room.enter` and events say it.
    public let state: Int
    /// The element; absent: there is none.
    public let element: RoomPollResultElement?

    public init(json: JSON) throws(MartletError) {
        state = try json.required("state")
        element = try json.optional("element")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("state", state)
        object.set("element", element)
        return .object(object)
    }
}

public struct RoomQueueResultElement: JSONRepresentable, Equatable, Sendable {
    /// The key.
    public let key: String
    /// What was set.
    public let value: String
    /// The `state` that began with it, for `ifVersion`.
    public let version: Int
    /// The user who has set it; absent: a backend has.
    public let by: String?
    /// Only `true`: it goes when that user has left.
    public let isTransient: Bool?
    /// In the queue: the order, the head first. For values it means nothing.
    public let position: Int

    public init(json: JSON) throws(MartletError) {
        key = try json.required("key")
        value = try json.required("value")
        version = try json.required("version")
        by = try json.optional("by")
        isTransient = try json.optional("isTransient")
        position = try json.required("position")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("key", key)
        object.set("value", value)
        object.set("version", version)
        object.set("by", by)
        object.set("isTransient", isTransient)
        object.set("position", position)
        return .object(object)
    }
}

/// The result of `room.queue`.
public struct RoomQueueResult: JSONRepresentable, Equatable, Sendable {
    /// The number of their last change, as `room.enter` and events say it.
    public let state: Int
    /// The elements, the head first.
    public let elements: [RoomQueueResultElement]

    public init(json: JSON) throws(MartletError) {
        state = try json.required("state")
        elements = try json.required("elements")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("state", state)
        object.set("elements", elements)
        return .object(object)
    }
}

/// The result of `call.invite`.
public struct CallInviteResult: JSONRepresentable, Equatable, Sendable {
    public let call: Call

    public init(json: JSON) throws(MartletError) {
        call = try json.required("call")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("call", call)
        return .object(object)
    }
}

/// The result of `call.accept`.
public struct CallAcceptResult: JSONRepresentable, Equatable, Sendable {
    public let call: Call

    public init(json: JSON) throws(MartletError) {
        call = try json.required("call")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("call", call)
        return .object(object)
    }
}

/// The result of `call.reject`.
public struct CallRejectResult: JSONRepresentable, Equatable, Sendable {
    public let call: Call

    public init(json: JSON) throws(MartletError) {
        call = try json.required("call")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("call", call)
        return .object(object)
    }
}

/// The result of `call.cancel`.
public struct CallCancelResult: JSONRepresentable, Equatable, Sendable {
    public let call: Call

    public init(json: JSON) throws(MartletError) {
        call = try json.required("call")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("call", call)
        return .object(object)
    }
}

/// The result of `call.leave`.
public struct CallLeaveResult: JSONRepresentable, Equatable, Sendable {
    public let call: Call

    public init(json: JSON) throws(MartletError) {
        call = try json.required("call")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("call", call)
        return .object(object)
    }
}

/// The result of `report.create`.
public struct ReportCreateResult: JSONRepresentable, Equatable, Sendable {
    /// The report's id, in digits.
    public let reportID: String

    public init(json: JSON) throws(MartletError) {
        reportID = try json.required("reportID")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("reportID", reportID)
        return .object(object)
    }
}

/// The result of `userProfile.getMine`.
public struct UserProfileGetMineResult: JSONRepresentable, Equatable, Sendable {
    public let profile: HostedProfile

    public init(json: JSON) throws(MartletError) {
        profile = try json.required("profile")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("profile", profile)
        return .object(object)
    }
}

/// The result of `userProfile.get`.
public struct UserProfileGetResult: JSONRepresentable, Equatable, Sendable {
    /// The profiles of the users who exist, in the order asked for, each once.
    public let profiles: [HostedProfile]

    public init(json: JSON) throws(MartletError) {
        profiles = try json.required("profiles")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("profiles", profiles)
        return .object(object)
    }
}

/// The result of `userProfile.getVisibility`.
public struct UserProfileGetVisibilityResult: JSONRepresentable, Equatable, Sendable {
    /// The value that was set; 0 at first.
    public let visibility: Int

    public init(json: JSON) throws(MartletError) {
        visibility = try json.required("visibility")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("visibility", visibility)
        return .object(object)
    }
}

/// The result of `userProfile.search`.
public struct UserProfileSearchResult: JSONRepresentable, Equatable, Sendable {
    public let profile: HostedProfile

    public init(json: JSON) throws(MartletError) {
        profile = try json.required("profile")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("profile", profile)
        return .object(object)
    }
}

/// The result of `subscription.subscribe`.
public struct SubscriptionSubscribeResult: JSONRepresentable, Equatable, Sendable {
    /// 0, or the code of the first user that failed: 26021 or 34308.
    public let status: Int
    /// All users that failed; for the others it is done.
    public let failedUserIds: [String]

    public init(json: JSON) throws(MartletError) {
        status = try json.required("status")
        failedUserIds = try json.required("failedUserIds")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("status", status)
        object.set("failedUserIds", failedUserIds)
        return .object(object)
    }
}

/// The result of `subscription.unsubscribe`.
public struct SubscriptionUnsubscribeResult: JSONRepresentable, Equatable, Sendable {
    /// 0, or the code of the first user that failed: 26021 or 34308.
    public let status: Int
    /// All users that failed; for the others it is done.
    public let failedUserIds: [String]

    public init(json: JSON) throws(MartletError) {
        status = try json.required("status")
        failedUserIds = try json.required("failedUserIds")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("status", status)
        object.set("failedUserIds", failedUserIds)
        return .object(object)
    }
}

/// The result of `subscription.query`.
public struct SubscriptionQueryResult: JSONRepresentable, Equatable, Sendable {
    /// See [subscriptions.md](subscriptions.md).
    public let events: [SubscriptionEvent]

    public init(json: JSON) throws(MartletError) {
        events = try json.required("events")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("events", events)
        return .object(object)
    }
}

/// The result of `subscription.list`.
public struct SubscriptionListResult: JSONRepresentable, Equatable, Sendable {
    /// See [subscriptions.md](subscriptions.md).
    public let events: [SubscriptionEvent]

    public init(json: JSON) throws(MartletError) {
        events = try json.required("events")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("events", events)
        return .object(object)
    }
}

/// The result of `push.unregister`.
public struct PushUnregisterResult: JSONRepresentable, Equatable, Sendable {
    /// False if the device was not registered.
    public let unregistered: Bool

    public init(json: JSON) throws(MartletError) {
        unregistered = try json.required("unregistered")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("unregistered", unregistered)
        return .object(object)
    }
}

public struct PushDevicesResultDevice: JSONRepresentable, Equatable, Sendable {
    public let device: String
    public let platform: Platform
    public let provider: PushProvider
    public let app: String?
    public let token: String
    public let language: String?
    public let preview: PushPreview
    public let since: Int

    public init(json: JSON) throws(MartletError) {
        device = try json.required("device")
        platform = try json.required("platform")
        provider = try json.required("provider")
        app = try json.optional("app")
        token = try json.required("token")
        language = try json.optional("language")
        preview = try json.required("preview")
        since = try json.required("since")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("device", device)
        object.set("platform", platform)
        object.set("provider", provider)
        object.set("app", app)
        object.set("token", token)
        object.set("language", language)
        object.set("preview", preview)
        object.set("since", since)
        return .object(object)
    }
}

/// The result of `push.devices`.
public struct PushDevicesResult: JSONRepresentable, Equatable, Sendable {
    /// In the order of registration. `app`: left out for the app of the provider's own section; `token`: its last 8
    /// characters; `language`, `preview`: as registered.
    public let devices: [PushDevicesResultDevice]

    public init(json: JSON) throws(MartletError) {
        devices = try json.required("devices")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("devices", devices)
        return .object(object)
    }
}

/// The result of `push.webPushKey`.
public struct PushWebPushKeyResult: JSONRepresentable, Equatable, Sendable {
    /// The `applicationServerKey`.
    public let key: String

    public init(json: JSON) throws(MartletError) {
        key = try json.required("key")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("key", key)
        return .object(object)
    }
}

/// The result of `push.getGlobalDnd`.
public struct PushGetGlobalDndResult: JSONRepresentable, Equatable, Sendable {
    /// As it was set; false at first.
    public let enabled: Bool
    /// As it was set.
    public let start: String
    /// As it was set.
    public let end: String
    /// As it was set.
    public let utcOffset: Int

    public init(json: JSON) throws(MartletError) {
        enabled = try json.required("enabled")
        start = try json.required("start")
        end = try json.required("end")
        utcOffset = try json.required("utcOffset")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("enabled", enabled)
        object.set("start", start)
        object.set("end", end)
        object.set("utcOffset", utcOffset)
        return .object(object)
    }
}

public struct PushExplainResultDevice: JSONRepresentable, Equatable, Sendable {
    public let device: String
    public let platform: Platform
    public let provider: PushProvider
    public let app: String?
    public let token: String
    public let title: String?
    public let body: String
    public let state: PushState
    public let attempts: Int
    public let status: Int
    public let answer: String
    public let answeredAt: Int
    public let delivered: Int?
    public let opened: Int?
    public let notShown: String?
    public let replaced: Bool?

    public init(json: JSON) throws(MartletError) {
        device = try json.required("device")
        platform = try json.required("platform")
        provider = try json.required("provider")
        app = try json.optional("app")
        token = try json.required("token")
        title = try json.optional("title")
        body = try json.required("body")
        state = try json.required("state")
        attempts = try json.required("attempts")
        status = try json.required("status")
        answer = try json.required("answer")
        answeredAt = try json.required("answeredAt")
        delivered = try json.optional("delivered")
        opened = try json.optional("opened")
        notShown = try json.optional("notShown")
        replaced = try json.optional("replaced")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("device", device)
        object.set("platform", platform)
        object.set("provider", provider)
        object.set("app", app)
        object.set("token", token)
        object.set("title", title)
        object.set("body", body)
        object.set("state", state)
        object.set("attempts", attempts)
        object.set("status", status)
        object.set("answer", answer)
        object.set("answeredAt", answeredAt)
        object.set("delivered", delivered)
        object.set("opened", opened)
        object.set("notShown", notShown)
        object.set("replaced", replaced)
        return .object(object)
    }
}

/// The result of `push.explain`.
public struct PushExplainResult: JSONRepresentable, Equatable, Sendable {
    /// Whether the message was pushed; null: not decided yet.
    public let pushed: Bool?
    /// Only if not: `ownMessage`, `recalled`, `expired`, `notMember`, `switchedOff`, `groupBlocked`, `refused`,
    /// `notification`, `notMentioned`, `withoutPush`, `mentionsOnly`, `notifyNone`, `notifyManagersOnly`, `quietHours`,
    /// `noDevice`, `online`, `noProvider`; see [pushes.md](pushes.md).
    public let reason: String?
    /// The rule that gives the reason.
    public let rule: String?
    /// Only if pushed: the push's text.
    public let text: String?
    /// Only if pushed: the number of all unread messages.
    public let badge: Int?
    /// Only if pushed: whether the sender forced it.
    public let forced: Bool?
    /// True if it was pushed because a session that had been sent the message was lost; else left out.
    public let sessionLost: Bool?
    /// True if it was recalled after it was pushed: the text is that of the push that takes its place.
    public let recalled: Bool?
    /// The same if it has expired since.
    public let expired: Bool?
    /// True if it was edited after it was pushed, and pushed again for that.
    public let edited: Bool?
    /// Only if pushed: the result for each device. `title`, `body`: what it shows; `state`: `waiting`, `accepted`,
    /// `refused`, `unregistered`, `expired`; `status` and `answer` are the provider's; `delivered`, `opened`,
    /// `notShown`: what receipts say, left out before; `replaced`: this is the push that took the place of another.
    public let devices: [PushExplainResultDevice]?

    public init(json: JSON) throws(MartletError) {
        pushed = try json.optional("pushed")
        reason = try json.optional("reason")
        rule = try json.optional("rule")
        text = try json.optional("text")
        badge = try json.optional("badge")
        forced = try json.optional("forced")
        sessionLost = try json.optional("sessionLost")
        recalled = try json.optional("recalled")
        expired = try json.optional("expired")
        edited = try json.optional("edited")
        devices = try json.optional("devices")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("pushed", orNull: pushed)
        object.set("reason", reason)
        object.set("rule", rule)
        object.set("text", text)
        object.set("badge", badge)
        object.set("forced", forced)
        object.set("sessionLost", sessionLost)
        object.set("recalled", recalled)
        object.set("expired", expired)
        object.set("edited", edited)
        object.set("devices", devices)
        return .object(object)
    }
}
