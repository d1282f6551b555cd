// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
// The operations of users, as functions.
import MartletCore

/// The families of operations.
extension Client {
    public nonisolated var session: SessionCalls { SessionCalls(client: self) }
    public nonisolated var message: MessageCalls { MessageCalls(client: self) }
    public nonisolated var receipt: ReceiptCalls { ReceiptCalls(client: self) }
    public nonisolated var groupReceipt: GroupReceiptCalls { GroupReceiptCalls(client: self) }
    public nonisolated var conversation: ConversationCalls { ConversationCalls(client: self) }
    public nonisolated var stream: StreamCalls { StreamCalls(client: self) }
    public nonisolated var profile: ProfileCalls { ProfileCalls(client: self) }
    public nonisolated var group: GroupCalls { GroupCalls(client: self) }
    public nonisolated var media: MediaCalls { MediaCalls(client: self) }
    public nonisolated var friend: FriendCalls { FriendCalls(client: self) }
    public nonisolated var pendency: PendencyCalls { PendencyCalls(client: self) }
    public nonisolated var blacklist: BlacklistCalls { BlacklistCalls(client: self) }
    public nonisolated var friendGroup: FriendGroupCalls { FriendGroupCalls(client: self) }
    public nonisolated var channel: ChannelCalls { ChannelCalls(client: self) }
    public nonisolated var broadcast: BroadcastCalls { BroadcastCalls(client: self) }
    public nonisolated var room: RoomCalls { RoomCalls(client: self) }
    public nonisolated var call: CallCalls { CallCalls(client: self) }
    public nonisolated var report: ReportCalls { ReportCalls(client: self) }
    public nonisolated var userProfile: UserProfileCalls { UserProfileCalls(client: self) }
    public nonisolated var subscription: SubscriptionCalls { SubscriptionCalls(client: self) }
    public nonisolated var push: PushCalls { PushCalls(client: self) }
}

public struct SessionCalls: Sendable {
    let client: Client
    var options = RequestOptions()

    /// The same operations, asked for with these options.
    public func with(_ options: RequestOptions) -> Self { Self(client: client, options: options) }

    /// Gives the session a new token of the same user. The session then ends with the new token.
    ///
    /// - Parameter token: A JWT of the same user.
    @discardableResult
    public func refresh(token: String) async throws -> SessionRefreshResult {
        var object = JSONObject()
        object.set("token", token)
        return try await client.result("session.refresh", object, options)
    }

    /// Lists the user's sessions, oldest first.
    @discardableResult
    public func list() async throws -> SessionListResult {
        try await client.result("session.list", JSONObject(), options)
    }

    /// Ends one of the user's sessions: this one, or another device's.
    ///
    /// - Parameter session: The session to end, from `session.list`. Left out: the caller's session.
    @discardableResult
    public func close(session: String? = nil) async throws -> SessionCloseResult {
        var object = JSONObject()
        object.set("session", session)
        return try await client.result("session.close", object, options)
    }
}

public struct MessageCalls: Sendable {
    let client: Client
    var options = RequestOptions()

    /// The same operations, asked for with these options.
    public func with(_ options: RequestOptions) -> Self { Self(client: client, options: options) }

    /// Sends a message. When the reply comes, it is on the disk; a repeated request gets the same reply.
    ///
    /// - Parameter conversationID: `c2c_` and a user's id, or `group_` and a group's.
    /// - Parameter clientMsgId: The sender's own id for the message, such as a UUID. No other message of the sender
    ///   has it.
    /// - Parameter type: text, image, audio, video, location, file, tip, elements, custom.
    /// - Parameter body: The content, up to `messages.bodyBytes` of JSON. A text has `text`, up to
    ///   `messages.textCharacters`; type 20 has `elements`, 1 to 20 of `type`, `body` and `media`.
    /// - Parameter apnsContent: The text of the message's push, up to 500 characters.
    /// - Parameter apnsMemberOption: Sets the pushes to some receivers: whether they are forced, default false; the
    ///   receivers, up to 100, default all; and the text. See [pushes.md](pushes.md).
    /// - Parameter apnsPayload: How the push looks and sounds. `sound`: 0–64 characters, empty: none; `badge`:
    ///   boolean, default true; `channel`, `category`, `collapseId`, `thread`: 1–64 characters. All are ASCII without
    ///   spaces. `subtitle`: 1–64 characters. `custom`: an object of up to 1024 bytes. See [pushes.md](pushes.md).
    /// - Parameter atUserList: In a group: the members that the message mentions; `__kImSDK_MesssageAtALL__` means
    ///   all.
    /// - Parameter replyTo: The message of the conversation that this one replies to: `msgId`. Receivers get its
    ///   `seq` and sender, too.
    /// - Parameter expireSeconds: So many seconds after it was sent, up to a year, the message is gone for everybody.
    /// - Parameter history: `message.history` returns the message.
    /// - Parameter roaming: Devices that log in later get the message.
    /// - Parameter sync: The sender's other devices get the message.
    /// - Parameter persist: The message is kept for receivers who are offline.
    /// - Parameter shouldBeCounted: The message raises the receivers' unread counts.
    /// - Parameter apnsEnabled: The message may be pushed.
    /// - Parameter apnsWithPrefix: The push begins with the sender's name.
    /// - Parameter route: Accepted, but has no effect.
    /// - Parameter teamReceipt: Asks the members of a group for receipts.
    /// - Parameter exclusiveReactions: A user's next reaction takes the place of its last, as in a poll with one vote
    ///   each.
    /// - Parameter media: The uploads to which it refers: own ones, and those that the sender can read
    ///   (docs/media.md).
    /// - Parameter visibleTo: In a group: the members for whom alone the message is, beside its sender. It counts
    ///   nowhere, and is no conversation's `lastMessage`; not with `atUserList` or `teamReceipt`.
    /// - Parameter draftVersion: The `version` of the sender's draft of which it was made: sending ends that draft,
    ///   and no later one.
    @discardableResult
    public func send(
        conversationID: String, clientMsgId: String, type: Int, body: JSON, apnsContent: String? = nil,
        apnsMemberOption: MessageSendApnsMemberOption? = nil, apnsPayload: MessageSendApnsPayload? = nil,
        atUserList: [String]? = nil, replyTo: MessageSendReplyTo? = nil, expireSeconds: Int? = nil,
        history: Bool? = nil, roaming: Bool? = nil, sync: Bool? = nil, persist: Bool? = nil,
        shouldBeCounted: Bool? = nil, apnsEnabled: Bool? = nil, apnsWithPrefix: Bool? = nil, route: Bool? = nil,
        teamReceipt: Bool? = nil, exclusiveReactions: Bool? = nil, media: [String]? = nil, visibleTo: [String]? = nil,
        draftVersion: Int? = nil
    ) async throws -> MessageSendResult {
        var object = JSONObject()
        object.set("conversationID", conversationID)
        object.set("clientMsgId", clientMsgId)
        object.set("type", type)
        object.set("body", body)
        object.set("apnsContent", apnsContent)
        object.set("apnsMemberOption", apnsMemberOption)
        object.set("apnsPayload", apnsPayload)
        object.set("atUserList", atUserList)
        object.set("replyTo", replyTo)
        object.set("expireSeconds", expireSeconds)
        object.set("history", history)
        object.set("roaming", roaming)
        object.set("sync", sync)
        object.set("persist", persist)
        object.set("shouldBeCounted", shouldBeCounted)
        object.set("apnsEnabled", apnsEnabled)
        object.set("apnsWithPrefix", apnsWithPrefix)
        object.set("route", route)
        object.set("teamReceipt", teamReceipt)
        object.set("exclusiveReactions", exclusiveReactions)
        object.set("media", media)
        object.set("visibleTo", visibleTo)
        object.set("draftVersion", draftVersion)
        return try await client.result("message.send", object, options)
    }

    /// Reads a conversation's messages, a page at a time.
    ///
    /// - Parameter conversationID: `c2c_` and a user's id, or `group_` and a group's.
    /// - Parameter direction: From the newest message back, or from the oldest forward.
    /// - Parameter cursor: Lists messages older or newer than this seq. 0: begins with the newest or the oldest.
    /// - Parameter limit: At most this many messages.
    /// - Parameter around: Instead of `cursor`: a message's id. The page has this message in its middle.
    @discardableResult
    public func history(
        conversationID: String, direction: HistoryDirection? = nil, cursor: Int? = nil, limit: Int? = nil,
        around: String? = nil
    ) async throws -> MessageHistoryResult {
        var object = JSONObject()
        object.set("conversationID", conversationID)
        object.set("direction", direction)
        object.set("cursor", cursor)
        object.set("limit", limit)
        object.set("around", around)
        return try await client.result("message.history", object, options)
    }

    /// Searches the messages that the caller's histories have, in one conversation or in all, newest first.
    ///
    /// - Parameter query: Up to 10 words: each begins a word of the message; Chinese, Japanese, Korean, Thai and
    ///   emoji are found anywhere.
    /// - Parameter conversationID: `c2c_` and a user's id, or `group_` and a group's.
    /// - Parameter from: Only messages of this user.
    /// - Parameter types: Only messages of these types.
    /// - Parameter since: Only messages of this `time` or later, in milliseconds since 1970.
    /// - Parameter until: Only messages of this `time` or earlier, in milliseconds since 1970.
    /// - Parameter cursor: Where the page before ended.
    /// - Parameter limit: At most this many hits.
    @discardableResult
    public func search(
        query: String, conversationID: String? = nil, from: String? = nil, types: [Int]? = nil, since: Int? = nil,
        until: Int? = nil, cursor: String? = nil, limit: Int? = nil
    ) async throws -> MessageSearchResult {
        var object = JSONObject()
        object.set("query", query)
        object.set("conversationID", conversationID)
        object.set("from", from)
        object.set("types", types)
        object.set("since", since)
        object.set("until", until)
        object.set("cursor", cursor)
        object.set("limit", limit)
        return try await client.result("message.search", object, options)
    }

    /// Takes a message back: it keeps its place, its sender and its time, and nothing of what it said. The sender can
    /// within `messages.recallSeconds`; in a group the owner can, and admins for all but the owner's messages, at any
    /// time. A recalled message stays as it is.
    ///
    /// - Parameter conversationID: `c2c_` and a user's id, or `group_` and a group's.
    /// - Parameter msgId: The message.
    /// - Parameter reason: Why, for all to read.
    @discardableResult
    public func recall(
        conversationID: String, msgId: String, reason: String? = nil
    ) async throws -> MessageRecallResult {
        var object = JSONObject()
        object.set("conversationID", conversationID)
        object.set("msgId", msgId)
        object.set("reason", reason)
        return try await client.result("message.recall", object, options)
    }

    /// Says otherwise what a message says. The sender can within `messages.editSeconds`, if it could send the message
    /// now. No count changes.
    ///
    /// - Parameter conversationID: `c2c_` and a user's id, or `group_` and a group's.
    /// - Parameter msgId: The message.
    /// - Parameter body: The content, up to `messages.bodyBytes` of JSON. A text has `text`, up to
    ///   `messages.textCharacters`; type 20 has `elements`, 1 to 20 of `type`, `body` and `media`.
    /// - Parameter apnsContent: The text of the message's push, up to 500 characters.
    /// - Parameter atUserList: In a group: the members that the message mentions from now on. Left out: those whom it
    ///   has mentioned.
    /// - Parameter media: The uploads to which it refers from now on. Left out: those to which it has referred, or of
    ///   a message of elements those of the elements.
    /// - Parameter version: How often the message was edited, as far as the client knows; else gw 1006.
    @discardableResult
    public func edit(
        conversationID: String, msgId: String, body: JSON, apnsContent: String? = nil, atUserList: [String]? = nil,
        media: [String]? = nil, version: Int? = nil
    ) async throws -> MessageEditResult {
        var object = JSONObject()
        object.set("conversationID", conversationID)
        object.set("msgId", msgId)
        object.set("body", body)
        object.set("apnsContent", apnsContent)
        object.set("atUserList", atUserList)
        object.set("media", media)
        object.set("version", version)
        return try await client.result("message.edit", object, options)
    }

    /// Puts a reaction to a message, or removes it. Each user has each reaction once. A user who could not send a
    /// message now can remove reactions alone.
    ///
    /// - Parameter conversationID: `c2c_` and a user's id, or `group_` and a group's.
    /// - Parameter msgId: The message.
    /// - Parameter reaction: Without control characters, such as an emoji.
    /// - Parameter remove: True: removes the reaction.
    @discardableResult
    public func react(
        conversationID: String, msgId: String, reaction: String, remove: Bool? = nil
    ) async throws -> MessageReactResult {
        var object = JSONObject()
        object.set("conversationID", conversationID)
        object.set("msgId", msgId)
        object.set("reaction", reaction)
        object.set("remove", remove)
        return try await client.result("message.react", object, options)
    }

    /// Lists who has reacted to a message, page by page.
    ///
    /// - Parameter msgId: The message.
    /// - Parameter reaction: Lists this reaction alone.
    /// - Parameter cursor: Where the page before ended.
    /// - Parameter limit: At most this many.
    @discardableResult
    public func reactions(
        msgId: String, reaction: String? = nil, cursor: String? = nil, limit: Int? = nil
    ) async throws -> MessageReactionsResult {
        var object = JSONObject()
        object.set("msgId", msgId)
        object.set("reaction", reaction)
        object.set("cursor", cursor)
        object.set("limit", limit)
        return try await client.result("message.reactions", object, options)
    }

    /// Deletes messages out of the user's own history, on all its devices. The others keep theirs. Those that the user
    /// does not have are passed over.
    ///
    /// - Parameter conversationID: `c2c_` and a user's id, or `group_` and a group's.
    /// - Parameter msgIds: The messages, of this conversation.
    @discardableResult
    public func delete(conversationID: String, msgIds: [String]) async throws -> MessageDeleteResult {
        var object = JSONObject()
        object.set("conversationID", conversationID)
        object.set("msgIds", msgIds)
        return try await client.result("message.delete", object, options)
    }

    /// Lists the replies to a message that the history gives to the caller, page by page.
    ///
    /// - Parameter msgId: The message.
    /// - Parameter direction: From the newest message back, or from the oldest forward.
    /// - Parameter cursor: Where the page before ended.
    /// - Parameter limit: At most this many messages.
    @discardableResult
    public func replies(
        msgId: String, direction: HistoryDirection? = nil, cursor: String? = nil, limit: Int? = nil
    ) async throws -> MessageRepliesResult {
        var object = JSONObject()
        object.set("msgId", msgId)
        object.set("direction", direction)
        object.set("cursor", cursor)
        object.set("limit", limit)
        return try await client.result("message.replies", object, options)
    }

    /// Pins a message in a conversation, for all to see: up to 50. In a group the owner and admins can. One that is
    /// pinned already stays so.
    ///
    /// - Parameter conversationID: `c2c_` and a user's id, or `group_` and a group's.
    /// - Parameter msgId: The message.
    @discardableResult
    public func pin(conversationID: String, msgId: String) async throws -> MessagePinResult {
        var object = JSONObject()
        object.set("conversationID", conversationID)
        object.set("msgId", msgId)
        return try await client.result("message.pin", object, options)
    }

    /// Pins a message no longer. In a group the owner and admins can.
    ///
    /// - Parameter conversationID: `c2c_` and a user's id, or `group_` and a group's.
    /// - Parameter msgId: The message.
    @discardableResult
    public func unpin(conversationID: String, msgId: String) async throws -> MessageUnpinResult {
        var object = JSONObject()
        object.set("conversationID", conversationID)
        object.set("msgId", msgId)
        return try await client.result("message.unpin", object, options)
    }

    /// Lists the pinned messages of a conversation, as far as the history gives them to the caller.
    ///
    /// - Parameter conversationID: `c2c_` and a user's id, or `group_` and a group's.
    @discardableResult
    public func pins(conversationID: String) async throws -> MessagePinsResult {
        var object = JSONObject()
        object.set("conversationID", conversationID)
        return try await client.result("message.pins", object, options)
    }

    /// Signals something to those who are connected and have the conversation, such as that the user types. It is not
    /// stored. What comes within a second after a signal of the same name is told at its end: the newest alone.
    ///
    /// - Parameter conversationID: `c2c_` and a user's id, or `group_` and a group's.
    /// - Parameter name: What it is, such as `typing`.
    /// - Parameter data: A JSON object of up to 1024 bytes.
    public func signal(conversationID: String, name: String, data: JSON? = nil) async throws {
        var object = JSONObject()
        object.set("conversationID", conversationID)
        object.set("name", name)
        object.set("data", data)
        try await client.done("message.signal", object, options)
    }

    /// Stars a message for the caller alone: up to 1,000. A copy of it is kept, and charged to the day's bytes, until
    /// it is recalled or expires.
    ///
    /// - Parameter conversationID: `c2c_` and a user's id, or `group_` and a group's.
    /// - Parameter msgId: The message.
    public func star(conversationID: String, msgId: String) async throws {
        var object = JSONObject()
        object.set("conversationID", conversationID)
        object.set("msgId", msgId)
        try await client.done("message.star", object, options)
    }

    /// Takes the caller's star away, if there is one.
    ///
    /// - Parameter msgId: The message.
    public func unstar(msgId: String) async throws {
        var object = JSONObject()
        object.set("msgId", msgId)
        try await client.done("message.unstar", object, options)
    }

    /// Lists the caller's starred messages, the one that was starred last first.
    ///
    /// - Parameter cursor: The value from the last page. Left out: from the newest star on.
    /// - Parameter limit: At most this many messages.
    @discardableResult
    public func stars(cursor: String? = nil, limit: Int? = nil) async throws -> MessageStarsResult {
        var object = JSONObject()
        object.set("cursor", cursor)
        object.set("limit", limit)
        return try await client.result("message.stars", object, options)
    }

    /// Reads messages by their ids, as far as the history gives them to the caller.
    ///
    /// - Parameter msgIds: The messages, of any conversations.
    @discardableResult
    public func get(msgIds: [String]) async throws -> MessageGetResult {
        var object = JSONObject()
        object.set("msgIds", msgIds)
        return try await client.result("message.get", object, options)
    }

    /// Reads what has become of a conversation's messages after a place: each message once, as it is now. With gw 1005
    /// the place is no longer known: drop stored messages that the history does not confirm.
    ///
    /// - Parameter conversationID: `c2c_` and a user's id, or `group_` and a group's.
    /// - Parameter after: The place of the last change that the client has.
    /// - Parameter limit: At most this many changes.
    @discardableResult
    public func changes(
        conversationID: String, after: Int? = nil, limit: Int? = nil
    ) async throws -> MessageChangesResult {
        var object = JSONObject()
        object.set("conversationID", conversationID)
        object.set("after", after)
        object.set("limit", limit)
        return try await client.result("message.changes", object, options)
    }

    /// Forwards messages as one of type 21. The gateway copies who said what and when, up to 256 KiB. A later recall or
    /// edit of a message leaves the copy; the erasure of its author takes it.
    ///
    /// - Parameter conversationID: `c2c_` and a user's id, or `group_` and a group's.
    /// - Parameter clientMsgId: The sender's own id for the message, such as a UUID. No other message of the sender
    ///   has it.
    /// - Parameter msgIds: Up to 100 messages of one conversation that the caller can read. They are copied in the
    ///   order in which they were sent.
    /// - Parameter title: What the message is called, such as `Chat of Ann and Bob`.
    @discardableResult
    public func forward(
        conversationID: String, clientMsgId: String, msgIds: [String], title: String
    ) async throws -> MessageForwardResult {
        var object = JSONObject()
        object.set("conversationID", conversationID)
        object.set("clientMsgId", clientMsgId)
        object.set("msgIds", msgIds)
        object.set("title", title)
        return try await client.result("message.forward", object, options)
    }

    /// Reads what a message of type 21 holds, a page at a time.
    ///
    /// - Parameter msgId: The message.
    /// - Parameter cursor: The value from the last page. 0: from the oldest one on.
    /// - Parameter limit: At most this many.
    @discardableResult
    public func merged(msgId: String, cursor: Int? = nil, limit: Int? = nil) async throws -> MessageMergedResult {
        var object = JSONObject()
        object.set("msgId", msgId)
        object.set("cursor", cursor)
        object.set("limit", limit)
        return try await client.result("message.merged", object, options)
    }

    /// Stops a message that is being streamed: between two the other user can, in a group the author of the message
    /// that it replies to, the owner and admins.
    ///
    /// - Parameter conversationID: `c2c_` and a user's id, or `group_` and a group's.
    /// - Parameter streamID: The id of the message while it is streamed.
    public func stop(conversationID: String, streamID: String) async throws {
        var object = JSONObject()
        object.set("conversationID", conversationID)
        object.set("streamID", streamID)
        try await client.done("message.stop", object, options)
    }
}

public struct ReceiptCalls: Sendable {
    let client: Client
    var options = RequestOptions()

    /// The same operations, asked for with these options.
    public func with(_ options: RequestOptions) -> Self { Self(client: client, options: options) }

    /// Tells the other user that the caller has read everything up to a time. An older time does nothing.
    ///
    /// - Parameter conversationID: `c2c_` and the other user's id.
    /// - Parameter timestamp: The `time` of the newest message read, in milliseconds. A time in the future counts as
    ///   now.
    public func send(conversationID: String, timestamp: Int) async throws {
        var object = JSONObject()
        object.set("conversationID", conversationID)
        object.set("timestamp", timestamp)
        try await client.done("receipt.send", object, options)
    }
}

public struct GroupReceiptCalls: Sendable {
    let client: Client
    var options = RequestOptions()

    /// The same operations, asked for with these options.
    public func with(_ options: RequestOptions) -> Self { Self(client: client, options: options) }

    /// Tells the senders that the caller has read messages that ask for receipts.
    ///
    /// - Parameter groupID: The group.
    /// - Parameter msgIds: Messages of the group.
    public func send(groupID: String, msgIds: [String]) async throws {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("msgIds", msgIds)
        try await client.done("groupReceipt.send", object, options)
    }

    /// Counts the members who have read messages of the caller, and those who have not.
    ///
    /// - Parameter groupID: The group.
    /// - Parameter msgIds: Messages of the group.
    @discardableResult
    public func counts(groupID: String, msgIds: [String]) async throws -> GroupReceiptCountsResult {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("msgIds", msgIds)
        return try await client.result("groupReceipt.counts", object, options)
    }

    /// Lists the members who have read a message of the caller, and those who have not. In a group with `receipts`
    /// `positions` it lists one of both, in pages of 100.
    ///
    /// - Parameter groupID: The group.
    /// - Parameter msgId: A message of the caller.
    /// - Parameter unread: In a group with `receipts` `positions`: lists those who have not read it, and not its
    ///   readers.
    /// - Parameter cursor: The value from the last page. Left out: from the start.
    @discardableResult
    public func detail(
        groupID: String, msgId: String, unread: Bool? = nil, cursor: String? = nil
    ) async throws -> GroupReceiptDetailResult {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("msgId", msgId)
        object.set("unread", unread)
        object.set("cursor", cursor)
        return try await client.result("groupReceipt.detail", object, options)
    }
}

public struct ConversationCalls: Sendable {
    let client: Client
    var options = RequestOptions()

    /// The same operations, asked for with these options.
    public func with(_ options: RequestOptions) -> Self { Self(client: client, options: options) }

    /// The session looks at up to 3 conversations from now on, and no longer at others: it hears `message.appended`
    /// there. The reply has the texts so far.
    ///
    /// - Parameter conversationIDs: The conversations; none: it looks at none any more.
    @discardableResult
    public func watch(conversationIDs: [String]) async throws -> ConversationWatchResult {
        var object = JSONObject()
        object.set("conversationIDs", conversationIDs)
        return try await client.result("conversation.watch", object, options)
    }

    /// Lists the conversations, pinned ones first, then newest to oldest.
    ///
    /// - Parameter nextSeq: The value from the last page; 0: from the start.
    /// - Parameter count: At most this many conversations.
    /// - Parameter tag: Only those that have this tag of the user's.
    @discardableResult
    public func list(
        nextSeq: Int? = nil, count: Int? = nil, tag: String? = nil
    ) async throws -> ConversationListResult {
        var object = JSONObject()
        object.set("nextSeq", nextSeq)
        object.set("count", count)
        object.set("tag", tag)
        return try await client.result("conversation.list", object, options)
    }

    /// Reads one or several conversations of the list.
    ///
    /// - Parameter conversationID: `c2c_` and a user's id, or `group_` and a group's.
    /// - Parameter conversationIDs: Several conversations, instead of `conversationID`.
    @discardableResult
    public func get(
        conversationID: String? = nil, conversationIDs: [String]? = nil
    ) async throws -> ConversationGetResult {
        var object = JSONObject()
        object.set("conversationID", conversationID)
        object.set("conversationIDs", conversationIDs)
        return try await client.result("conversation.get", object, options)
    }

    /// Counts all unread messages, except in conversations with `recvOpt` 1, 2 or 3.
    @discardableResult
    public func totalUnread() async throws -> ConversationTotalUnreadResult {
        try await client.result("conversation.totalUnread", JSONObject(), options)
    }

    /// Marks messages as read; the other user gets a receipt.
    ///
    /// - Parameter conversationID: `c2c_` and a user's id, or `group_` and a group's.
    /// - Parameter seq: The last message to mark; left out: all messages.
    @discardableResult
    public func markRead(conversationID: String, seq: Int? = nil) async throws -> ConversationMarkReadResult {
        var object = JSONObject()
        object.set("conversationID", conversationID)
        object.set("seq", seq)
        return try await client.result("conversation.markRead", object, options)
    }

    /// Marks all conversations of the list as read, each as `conversation.markRead` does.
    ///
    /// - Parameter type: 1: conversations with users; 2: conversations of groups; left out: all.
    @discardableResult
    public func markAllRead(type: Int? = nil) async throws -> ConversationMarkAllReadResult {
        var object = JSONObject()
        object.set("type", type)
        return try await client.result("conversation.markAllRead", object, options)
    }

    /// Marks a conversation as unread, or removes the mark. No count changes; reading also removes the mark.
    ///
    /// - Parameter conversationID: `c2c_` and a user's id, or `group_` and a group's.
    /// - Parameter marked: True: sets the mark; false: removes it.
    public func markUnread(conversationID: String, marked: Bool) async throws {
        var object = JSONObject()
        object.set("conversationID", conversationID)
        object.set("marked", marked)
        try await client.done("conversation.markUnread", object, options)
    }

    /// Pins a conversation to the top of the list, or unpins it.
    ///
    /// - Parameter conversationID: `c2c_` and a user's id, or `group_` and a group's.
    /// - Parameter pinned: True: pins it; false: unpins it.
    public func pin(conversationID: String, pinned: Bool) async throws {
        var object = JSONObject()
        object.set("conversationID", conversationID)
        object.set("pinned", pinned)
        try await client.done("conversation.pin", object, options)
    }

    /// Removes conversations from the list, with this user's history. The other user's history stays.
    ///
    /// - Parameter conversationID: `c2c_` and a user's id, or `group_` and a group's.
    /// - Parameter conversationIDs: Several conversations, instead of `conversationID`.
    public func delete(conversationID: String? = nil, conversationIDs: [String]? = nil) async throws {
        var object = JSONObject()
        object.set("conversationID", conversationID)
        object.set("conversationIDs", conversationIDs)
        try await client.done("conversation.delete", object, options)
    }

    /// Gives a conversation tags, which `conversation.list` can ask for. They stay when it leaves the list. What is
    /// left out stays as it is.
    ///
    /// - Parameter conversationID: `c2c_` and a user's id, or `group_` and a group's.
    /// - Parameter tags: All tags of it; a user has up to 20 in all.
    /// - Parameter ext: Data of the application.
    public func setTags(conversationID: String, tags: [String]? = nil, ext: String? = nil) async throws {
        var object = JSONObject()
        object.set("conversationID", conversationID)
        object.set("tags", tags)
        object.set("ext", ext)
        try await client.done("conversation.setTags", object, options)
    }

    /// Keeps the draft of a message, with `conversations.drafts`. If it follows on another version than the last one,
    /// it is refused (gw 1006): the list has the other draft, and the user chooses.
    ///
    /// - Parameter conversationID: `c2c_` and a user's id, or `group_` and a group's.
    /// - Parameter text: The draft; empty: it ends.
    /// - Parameter version: The version of the draft that this one follows on; 0: there was none.
    @discardableResult
    public func setDraft(
        conversationID: String, text: String, version: Int
    ) async throws -> ConversationSetDraftResult {
        var object = JSONObject()
        object.set("conversationID", conversationID)
        object.set("text", text)
        object.set("version", version)
        return try await client.result("conversation.setDraft", object, options)
    }

    /// Sets how messages of these users are received.
    ///
    /// - Parameter userIDs: The users.
    /// - Parameter opt: 0: receive; 1: receive nothing (no events, not counted, only in the history); 2: receive
    ///   without a push.
    @discardableResult
    public func setC2CReceiveOpt(userIDs: [String], opt: Int) async throws -> ConversationSetC2CReceiveOptResult {
        var object = JSONObject()
        object.set("userIDs", userIDs)
        object.set("opt", opt)
        return try await client.result("conversation.setC2CReceiveOpt", object, options)
    }

    /// Tells how messages of these users are received.
    ///
    /// - Parameter userIDs: The users.
    @discardableResult
    public func getC2CReceiveOpt(userIDs: [String]) async throws -> ConversationGetC2CReceiveOptResult {
        var object = JSONObject()
        object.set("userIDs", userIDs)
        return try await client.result("conversation.getC2CReceiveOpt", object, options)
    }

    /// Sets how messages of a group are received.
    ///
    /// - Parameter groupID: A group that the caller is in.
    /// - Parameter opt: 0 to 2 as for users; 3: pushed only if the message mentions the user; 4: received only if it
    ///   does.
    public func setGroupReceiveOpt(groupID: String, opt: Int) async throws {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("opt", opt)
        try await client.done("conversation.setGroupReceiveOpt", object, options)
    }

    /// Tells how messages of a group are received.
    ///
    /// - Parameter groupID: A group that the caller is in.
    @discardableResult
    public func getGroupReceiveOpt(groupID: String) async throws -> ConversationGetGroupReceiveOptResult {
        var object = JSONObject()
        object.set("groupID", groupID)
        return try await client.result("conversation.getGroupReceiveOpt", object, options)
    }
}

public struct StreamCalls: Sendable {
    let client: Client
    var options = RequestOptions()

    /// The same operations, asked for with these options.
    public func with(_ options: RequestOptions) -> Self { Self(client: client, options: options) }

    /// Stores this device's positions, for a later `session.open` with an empty `resume`. They never go back.
    ///
    /// - Parameter user: The last seq of the user's stream.
    /// - Parameter conversations: The last seq of each conversation, by its id; up to 100.
    /// - Parameter groups: The last seq of each group's stream, by the group's id; up to 1000.
    /// - Parameter changes: The place of the last change of a message in each conversation, by its id; up to 100.
    /// - Parameter channels: The last seq of each channel, by its id; up to 1000.
    /// - Parameter broadcasts: The seq of the last broadcast.
    public func ack(
        user: Int? = nil, conversations: [String: Int]? = nil, groups: [String: Int]? = nil,
        changes: [String: Int]? = nil, channels: [String: Int]? = nil, broadcasts: Int? = nil
    ) async throws {
        var object = JSONObject()
        object.set("user", user)
        object.set("conversations", conversations)
        object.set("groups", groups)
        object.set("changes", changes)
        object.set("channels", channels)
        object.set("broadcasts", broadcasts)
        try await client.done("stream.ack", object, options)
    }

    /// Reads the user's stream after a position, to fill a gap that `session.open` left.
    ///
    /// - Parameter after: The last seq that the client has.
    /// - Parameter limit: At most this many events.
    @discardableResult
    public func events(after: Int, limit: Int? = nil) async throws -> StreamEventsResult {
        var object = JSONObject()
        object.set("after", after)
        object.set("limit", limit)
        return try await client.result("stream.events", object, options)
    }
}

public struct ProfileCalls: Sendable {
    let client: Client
    var options = RequestOptions()

    /// The same operations, asked for with these options.
    public func with(_ options: RequestOptions) -> Self { Self(client: client, options: options) }

    /// Reads the caller's profile.
    @discardableResult
    public func getSelf() async throws -> ProfileGetSelfResult {
        try await client.result("profile.getSelf", JSONObject(), options)
    }

    /// Reads the profiles of any users.
    ///
    /// - Parameter userIDs: The users.
    /// - Parameter have: The versions of the profiles that the caller has, by user, of up to 100: those that are
    ///   unchanged are left out.
    @discardableResult
    public func get(userIDs: [String], have: [String: Int]? = nil) async throws -> ProfileGetResult {
        var object = JSONObject()
        object.set("userIDs", userIDs)
        object.set("have", have)
        return try await client.result("profile.get", object, options)
    }

    /// Changes fields of the caller's profile: all of them or none.
    ///
    /// - Parameter values: At least one of: `nickname` (up to `profiles.nicknameCharacters`), `faceUrl` (up to
    ///   `profiles.faceUrlCharacters`), `allowType` and `gender` (0, 1 or 2), `birthday`, `language`, `level` and
    ///   `role` (integers of 32 bits), `location` (16 bytes), `selfSignature`, `Tag_Profile_Custom_` and a configured
    ///   name (an integer, or bytes). Texts and bytes are up to `profiles.valueBytes`; bytes are a string or `{"b":
    ///   base64}`.
    public func modifySelf(values: ProfileModifySelfValues) async throws {
        var object = JSONObject()
        object.set("values", values)
        try await client.done("profile.modifySelf", object, options)
    }

    /// Sets whether others find the caller by `profile.search`.
    ///
    /// - Parameter findable: Whether others find the caller by its nickname. At first they do not.
    public func setFindable(findable: Bool) async throws {
        var object = JSONObject()
        object.set("findable", findable)
        try await client.done("profile.setFindable", object, options)
    }

    /// Finds up to 20 users by their nicknames: those who can be found, and have not blocked the caller.
    ///
    /// - Parameter query: Up to 10 words: each begins a word of the nickname; Chinese, Japanese, Korean, Thai and
    ///   emoji are found anywhere.
    @discardableResult
    public func search(query: String) async throws -> ProfileSearchResult {
        var object = JSONObject()
        object.set("query", query)
        return try await client.result("profile.search", object, options)
    }
}

public struct GroupCalls: Sendable {
    let client: Client
    var options = RequestOptions()

    /// The same operations, asked for with these options.
    public func with(_ options: RequestOptions) -> Self { Self(client: client, options: options) }

    /// Finds up to 20 public groups by their names.
    ///
    /// - Parameter query: Up to 10 words: each begins a word of the name; Chinese, Japanese, Korean, Thai and emoji
    ///   are found anywhere.
    @discardableResult
    public func search(query: String) async throws -> GroupSearchResult {
        var object = JSONObject()
        object.set("query", query)
        return try await client.result("group.search", object, options)
    }

    /// Creates a group; the caller is its owner.
    ///
    /// - Parameter name: The group's name.
    /// - Parameter description: The group's description.
    /// - Parameter avatar: The avatar's URL.
    /// - Parameter ext: Data of the application.
    /// - Parameter style: 0: private, owner and admins invite (default); 1: private, every member invites; 2: public,
    ///   joining needs approval; 3: public, anybody joins.
    /// - Parameter maxUsers: The most members, the owner included: up to `groups.usersPerGroup`, or
    ///   `groups.usersPerSuperTeam` in a super team.
    /// - Parameter isInviteNeedConfirm: Whether invited users are asked.
    /// - Parameter invitees: The users to invite at once.
    /// - Parameter message: For the invited users.
    @discardableResult
    public func create(
        name: String, description: String? = nil, avatar: String? = nil, ext: String? = nil, style: Int? = nil,
        maxUsers: Int? = nil, isInviteNeedConfirm: Bool? = nil, invitees: [String]? = nil, message: String? = nil
    ) async throws -> GroupCreateResult {
        var object = JSONObject()
        object.set("name", name)
        object.set("description", description)
        object.set("avatar", avatar)
        object.set("ext", ext)
        object.set("style", style)
        object.set("maxUsers", maxUsers)
        object.set("isInviteNeedConfirm", isInviteNeedConfirm)
        object.set("invitees", invitees)
        object.set("message", message)
        return try await client.result("group.create", object, options)
    }

    /// Destroys a group. Only for its owner.
    ///
    /// - Parameter groupID: The group.
    public func destroy(groupID: String) async throws {
        var object = JSONObject()
        object.set("groupID", groupID)
        try await client.done("group.destroy", object, options)
    }

    /// Reads a group. Everybody may read a public group, only members a private one.
    ///
    /// - Parameter groupID: The group.
    /// - Parameter fetchMembers: Also returns up to 200 members: owner, admins, then the newest members first.
    /// - Parameter needNickname: Also returns the members' nicknames in the group.
    @discardableResult
    public func get(
        groupID: String, fetchMembers: Bool? = nil, needNickname: Bool? = nil
    ) async throws -> GroupGetResult {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("fetchMembers", fetchMembers)
        object.set("needNickname", needNickname)
        return try await client.result("group.get", object, options)
    }

    /// Reads several groups, as for a client that keeps them: those that the caller may read with `group.get`.
    ///
    /// - Parameter groupIDs: The groups.
    @discardableResult
    public func getMany(groupIDs: [String]) async throws -> GroupGetManyResult {
        var object = JSONObject()
        object.set("groupIDs", groupIDs)
        return try await client.result("group.getMany", object, options)
    }

    /// Lists ordinary members, the newest first.
    ///
    /// - Parameter groupID: The group.
    /// - Parameter cursor: The value from the last page; empty: from the start.
    /// - Parameter pageSize: At most this many entries.
    /// - Parameter needNickname: Also returns the members' nicknames in the group.
    @discardableResult
    public func members(
        groupID: String, cursor: String? = nil, pageSize: Int? = nil, needNickname: Bool? = nil
    ) async throws -> GroupMembersResult {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("cursor", cursor)
        object.set("pageSize", pageSize)
        object.set("needNickname", needNickname)
        return try await client.result("group.members", object, options)
    }

    /// Lists the caller's groups, last joined first.
    ///
    /// - Parameter page: The page's number, from 0.
    /// - Parameter pageSize: At most this many entries.
    /// - Parameter needMemberCount: Also returns the number of members.
    /// - Parameter needRole: Also returns the caller's role.
    @discardableResult
    public func joined(
        page: Int? = nil, pageSize: Int? = nil, needMemberCount: Bool? = nil, needRole: Bool? = nil
    ) async throws -> GroupJoinedResult {
        var object = JSONObject()
        object.set("page", page)
        object.set("pageSize", pageSize)
        object.set("needMemberCount", needMemberCount)
        object.set("needRole", needRole)
        return try await client.result("group.joined", object, options)
    }

    /// Counts the caller's groups.
    @discardableResult
    public func joinedCount() async throws -> GroupJoinedCountResult {
        try await client.result("group.joinedCount", JSONObject(), options)
    }

    /// Lists public groups, newest first.
    ///
    /// - Parameter cursor: The value from the last page; empty: from the start.
    /// - Parameter pageSize: At most this many entries.
    @discardableResult
    public func `public`(cursor: String? = nil, pageSize: Int? = nil) async throws -> GroupPublicResult {
        var object = JSONObject()
        object.set("cursor", cursor)
        object.set("pageSize", pageSize)
        return try await client.result("group.public", object, options)
    }

    /// Invites users. Users who are members already are skipped.
    ///
    /// - Parameter groupID: The group.
    /// - Parameter userIDs: The users to invite.
    /// - Parameter message: For the invited users.
    @discardableResult
    public func invite(groupID: String, userIDs: [String], message: String? = nil) async throws -> GroupInviteResult {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("userIDs", userIDs)
        object.set("message", message)
        return try await client.result("group.invite", object, options)
    }

    /// Accepts an invitation.
    ///
    /// - Parameter groupID: The group.
    public func acceptInvitation(groupID: String) async throws {
        var object = JSONObject()
        object.set("groupID", groupID)
        try await client.done("group.acceptInvitation", object, options)
    }

    /// Declines an invitation.
    ///
    /// - Parameter groupID: The group.
    /// - Parameter reason: The reason.
    public func declineInvitation(groupID: String, reason: String? = nil) async throws {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("reason", reason)
        try await client.done("group.declineInvitation", object, options)
    }

    /// Joins an open group, or asks to join.
    ///
    /// - Parameter groupID: The group.
    /// - Parameter reason: The reason.
    @discardableResult
    public func join(groupID: String, reason: String? = nil) async throws -> GroupJoinResult {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("reason", reason)
        return try await client.result("group.join", object, options)
    }

    /// Accepts a user who has asked to join.
    ///
    /// - Parameter groupID: The group.
    /// - Parameter userID: The user.
    public func approve(groupID: String, userID: String) async throws {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("userID", userID)
        try await client.done("group.approve", object, options)
    }

    /// Refuses a user who has asked to join.
    ///
    /// - Parameter groupID: The group.
    /// - Parameter userID: The user.
    /// - Parameter reason: The reason.
    public func decline(groupID: String, userID: String, reason: String? = nil) async throws {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("userID", userID)
        object.set("reason", reason)
        try await client.done("group.decline", object, options)
    }

    /// Leaves a group.
    ///
    /// - Parameter groupID: The group.
    public func leave(groupID: String) async throws {
        var object = JSONObject()
        object.set("groupID", groupID)
        try await client.done("group.leave", object, options)
    }

    /// Removes members: all of them or none.
    ///
    /// - Parameter groupID: The group.
    /// - Parameter userIDs: The users.
    public func remove(groupID: String, userIDs: [String]) async throws {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("userIDs", userIDs)
        try await client.done("group.remove", object, options)
    }

    /// Sets whether invitations are accepted automatically. At first they are.
    ///
    /// - Parameter accepts: Whether the caller joins groups automatically when invited.
    public func setAutoAccept(accepts: Bool) async throws {
        var object = JSONObject()
        object.set("accepts", accepts)
        try await client.done("group.setAutoAccept", object, options)
    }

    /// Makes another member the owner; the caller becomes an ordinary member, or leaves.
    ///
    /// - Parameter groupID: The group.
    /// - Parameter newOwner: The member who becomes the owner.
    /// - Parameter leave: Whether the former owner leaves the group then.
    public func transfer(groupID: String, newOwner: String, leave: Bool? = nil) async throws {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("newOwner", newOwner)
        object.set("leave", leave)
        try await client.done("group.transfer", object, options)
    }

    /// Changes the given fields of a group. Only the owner can change modes.
    ///
    /// - Parameter groupID: The group.
    /// - Parameter name: The group's name.
    /// - Parameter description: The group's description.
    /// - Parameter avatar: The avatar's URL.
    /// - Parameter ext: Data of the application.
    /// - Parameter maxUsers: The most members, the owner included: up to `groups.usersPerGroup`, or
    ///   `groups.usersPerSuperTeam` in a super team.
    /// - Parameter isInviteNeedConfirm: Whether invited users are asked.
    /// - Parameter joinMode: 0: anybody can join; 1: joining needs approval; 2: nobody can join.
    /// - Parameter inviteMode: 0: owner and admins invite; 1: every member can.
    /// - Parameter beInviteMode: 0: invited users are asked; 1: they are not.
    /// - Parameter updateInfoMode: 0: owner and admins change the info; 1: every member can.
    /// - Parameter historyForNew: For so many days back new members see what was said before they came. 0: nothing;
    ///   -1: everything that is kept.
    /// - Parameter receipts: What says who has read messages sent with `teamReceipt`. `messages`: a receipt for each,
    ///   with up to 100 members; `positions`: how far each member has read, with any number of them.
    public func modify(
        groupID: String, name: String? = nil, description: String? = nil, avatar: String? = nil, ext: String? = nil,
        maxUsers: Int? = nil, isInviteNeedConfirm: Bool? = nil, joinMode: Int? = nil, inviteMode: Int? = nil,
        beInviteMode: Int? = nil, updateInfoMode: Int? = nil, historyForNew: Int? = nil, receipts: GroupReceipts? = nil
    ) async throws {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("name", name)
        object.set("description", description)
        object.set("avatar", avatar)
        object.set("ext", ext)
        object.set("maxUsers", maxUsers)
        object.set("isInviteNeedConfirm", isInviteNeedConfirm)
        object.set("joinMode", joinMode)
        object.set("inviteMode", inviteMode)
        object.set("beInviteMode", beInviteMode)
        object.set("updateInfoMode", updateInfoMode)
        object.set("historyForNew", historyForNew)
        object.set("receipts", receipts)
        try await client.done("group.modify", object, options)
    }

    /// Sets the announcement.
    ///
    /// - Parameter groupID: The group.
    /// - Parameter announcement: The text for all members.
    public func setAnnouncement(groupID: String, announcement: String) async throws {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("announcement", announcement)
        try await client.done("group.setAnnouncement", object, options)
    }

    /// Reads the announcement.
    ///
    /// - Parameter groupID: The group.
    @discardableResult
    public func getAnnouncement(groupID: String) async throws -> GroupGetAnnouncementResult {
        var object = JSONObject()
        object.set("groupID", groupID)
        return try await client.result("group.getAnnouncement", object, options)
    }

    /// Changes a member's attributes. Members change their own; the owner changes anybody's.
    ///
    /// - Parameter groupID: The group.
    /// - Parameter attributes: Keys of up to 16 bytes with values of up to 512; an empty value deletes the key. 4096
    ///   bytes in all.
    /// - Parameter userID: The user.
    public func setAttributes(groupID: String, attributes: [String: String], userID: String? = nil) async throws {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("userID", userID)
        object.set("attributes", attributes)
        try await client.done("group.setAttributes", object, options)
    }

    /// Reads members' attributes.
    ///
    /// - Parameter groupID: The group.
    /// - Parameter userIDs: The members.
    @discardableResult
    public func getAttributes(groupID: String, userIDs: [String]) async throws -> GroupGetAttributesResult {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("userIDs", userIDs)
        return try await client.result("group.getAttributes", object, options)
    }

    /// Sets which senders' messages are pushed to the caller.
    ///
    /// - Parameter groupID: The group.
    /// - Parameter state: The senders whose messages are pushed. 0: all; 1: none; 2: owner and admins.
    public func setNotifyState(groupID: String, state: Int) async throws {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("state", state)
        try await client.done("group.setNotifyState", object, options)
    }

    /// Tells which senders' messages are pushed to the caller.
    ///
    /// - Parameter groupID: The group.
    @discardableResult
    public func getNotifyState(groupID: String) async throws -> GroupGetNotifyStateResult {
        var object = JSONObject()
        object.set("groupID", groupID)
        return try await client.result("group.getNotifyState", object, options)
    }

    /// Makes members admins: all of them or none. Takes `userID` or `userIDs`.
    ///
    /// - Parameter groupID: The group.
    /// - Parameter userID: The user.
    /// - Parameter userIDs: The users.
    public func addAdmin(groupID: String, userID: String? = nil, userIDs: [String]? = nil) async throws {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("userID", userID)
        object.set("userIDs", userIDs)
        try await client.done("group.addAdmin", object, options)
    }

    /// Makes admins ordinary members: all of them or none. Takes `userID` or `userIDs`.
    ///
    /// - Parameter groupID: The group.
    /// - Parameter userID: The user.
    /// - Parameter userIDs: The users.
    public func removeAdmin(groupID: String, userID: String? = nil, userIDs: [String]? = nil) async throws {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("userID", userID)
        object.set("userIDs", userIDs)
        try await client.done("group.removeAdmin", object, options)
    }

    /// Mutes members: all of them or none.
    ///
    /// - Parameter groupID: The group.
    /// - Parameter userIDs: The users.
    /// - Parameter duration: The time in milliseconds; -1: for ever.
    public func mute(groupID: String, userIDs: [String], duration: Int) async throws {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("userIDs", userIDs)
        object.set("duration", duration)
        try await client.done("group.mute", object, options)
    }

    /// Unmutes members.
    ///
    /// - Parameter groupID: The group.
    /// - Parameter userIDs: The users.
    public func unmute(groupID: String, userIDs: [String]) async throws {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("userIDs", userIDs)
        try await client.done("group.unmute", object, options)
    }

    /// Mutes or unmutes all members except owner, admins and the white list.
    ///
    /// - Parameter groupID: The group.
    /// - Parameter muted: Whether the whole group is muted.
    public func muteAll(groupID: String, muted: Bool) async throws {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("muted", muted)
        try await client.done("group.muteAll", object, options)
    }

    /// Lists the members who are muted now. Only for owner and admins.
    ///
    /// - Parameter groupID: The group.
    /// - Parameter cursor: The value from the last page; empty: from the start.
    /// - Parameter pageSize: At most this many entries.
    @discardableResult
    public func muteList(
        groupID: String, cursor: String? = nil, pageSize: Int? = nil
    ) async throws -> GroupMuteListResult {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("cursor", cursor)
        object.set("pageSize", pageSize)
        return try await client.result("group.muteList", object, options)
    }

    /// Adds members to the white list: they may speak while all are muted.
    ///
    /// - Parameter groupID: The group.
    /// - Parameter userIDs: The users.
    public func addToWhiteList(groupID: String, userIDs: [String]) async throws {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("userIDs", userIDs)
        try await client.done("group.addToWhiteList", object, options)
    }

    /// Removes members from the white list.
    ///
    /// - Parameter groupID: The group.
    /// - Parameter userIDs: The users.
    public func removeFromWhiteList(groupID: String, userIDs: [String]) async throws {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("userIDs", userIDs)
        try await client.done("group.removeFromWhiteList", object, options)
    }

    /// Lists the members who may speak while all are muted. Only for owner and admins.
    ///
    /// - Parameter groupID: The group.
    /// - Parameter cursor: The value from the last page; empty: from the start.
    /// - Parameter pageSize: At most this many entries.
    @discardableResult
    public func whiteList(
        groupID: String, cursor: String? = nil, pageSize: Int? = nil
    ) async throws -> GroupWhiteListResult {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("cursor", cursor)
        object.set("pageSize", pageSize)
        return try await client.result("group.whiteList", object, options)
    }

    /// Blocks the group's messages for the caller.
    ///
    /// - Parameter groupID: The group.
    public func block(groupID: String) async throws {
        var object = JSONObject()
        object.set("groupID", groupID)
        try await client.done("group.block", object, options)
    }

    /// Unblocks the group's messages for the caller.
    ///
    /// - Parameter groupID: The group.
    public func unblock(groupID: String) async throws {
        var object = JSONObject()
        object.set("groupID", groupID)
        try await client.done("group.unblock", object, options)
    }

    /// Removes users and keeps them out, members or not: all of them or none. For those who may remove them.
    ///
    /// - Parameter groupID: The group.
    /// - Parameter userIDs: The users.
    /// - Parameter seconds: For so many seconds; -1: for ever.
    public func ban(groupID: String, userIDs: [String], seconds: Int) async throws {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("userIDs", userIDs)
        object.set("seconds", seconds)
        try await client.done("group.ban", object, options)
    }

    /// Lets users come again. Those who are not banned are passed over. For owner and admins.
    ///
    /// - Parameter groupID: The group.
    /// - Parameter userIDs: The users.
    public func unban(groupID: String, userIDs: [String]) async throws {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("userIDs", userIDs)
        try await client.done("group.unban", object, options)
    }

    /// Lists the users who are banned now. Only for owner and admins.
    ///
    /// - Parameter groupID: The group.
    /// - Parameter cursor: The value from the last page; empty: from the start.
    /// - Parameter pageSize: At most this many entries.
    @discardableResult
    public func bans(groupID: String, cursor: String? = nil, pageSize: Int? = nil) async throws -> GroupBansResult {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("cursor", cursor)
        object.set("pageSize", pageSize)
        return try await client.result("group.bans", object, options)
    }

    /// Sets and removes values of a group, all of these or none, or says which counters it has. For owner and admins;
    /// with `updateInfoMode` 1 every member sets values, but not those of others. What an administrator sets has no
    /// `by`. Members hear `group.valuesChanged`.
    ///
    /// - Parameter groupID: The group.
    /// - Parameter values: 1 to 10, with different keys. Without `value` the key goes. `ifVersion`: only if the key
    ///   has this version; 0: only if there is none.
    /// - Parameter counters: The group's counters, with different names. `sum`: the least that the sum is from here
    ///   on; no sum falls. One that is named no more is gone with its sum.
    @discardableResult
    public func setValues(
        groupID: String, values: [GroupSetValuesValue]? = nil, counters: [GroupSetValuesCounter]? = nil
    ) async throws -> GroupSetValuesResult {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("values", values)
        object.set("counters", counters)
        return try await client.result("group.setValues", object, options)
    }

    /// Adds to a counter of a group. Members hear the sums in `group.valuesChanged`, every second at most.
    ///
    /// - Parameter groupID: The group.
    /// - Parameter counter: The counter's name.
    /// - Parameter count: So much is added.
    @discardableResult
    public func count(groupID: String, counter: String, count: Int? = nil) async throws -> GroupCountResult {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("counter", counter)
        object.set("count", count)
        return try await client.result("group.count", object, options)
    }

    /// Returns the values and counters of a group.
    ///
    /// - Parameter groupID: The group.
    @discardableResult
    public func values(groupID: String) async throws -> GroupValuesResult {
        var object = JSONObject()
        object.set("groupID", groupID)
        return try await client.result("group.values", object, options)
    }

    /// Begins a shared file. All members are told when it is complete.
    ///
    /// - Parameter groupID: The group.
    /// - Parameter name: The file's name.
    /// - Parameter size: The file's size in bytes.
    /// - Parameter url: The file's URL. Left out: its bytes follow by `group.putFile`.
    @discardableResult
    public func addFile(
        groupID: String, name: String, size: Int, url: String? = nil
    ) async throws -> GroupAddFileResult {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("name", name)
        object.set("size", size)
        object.set("url", url)
        return try await client.result("group.addFile", object, options)
    }

    /// Adds the next piece of a file. A piece that is there already changes nothing.
    ///
    /// - Parameter groupID: The group.
    /// - Parameter fileID: The file.
    /// - Parameter offset: The byte where the piece begins.
    /// - Parameter data: 1 to 32,768 bytes.
    @discardableResult
    public func putFile(
        groupID: String, fileID: String, offset: Int, data: GroupPutFileData
    ) async throws -> GroupPutFileResult {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("fileID", fileID)
        object.set("offset", offset)
        object.set("data", data)
        return try await client.result("group.putFile", object, options)
    }

    /// Reads the piece of a file that begins at an offset.
    ///
    /// - Parameter groupID: The group.
    /// - Parameter fileID: The file.
    /// - Parameter offset: The byte where the piece begins.
    @discardableResult
    public func getFile(groupID: String, fileID: String, offset: Int) async throws -> GroupGetFileResult {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("fileID", fileID)
        object.set("offset", offset)
        return try await client.result("group.getFile", object, options)
    }

    /// Lists shared files, newest first.
    ///
    /// - Parameter groupID: The group.
    /// - Parameter cursor: The value from the last page; empty: from the start.
    /// - Parameter pageSize: At most this many files.
    @discardableResult
    public func files(groupID: String, cursor: String? = nil, pageSize: Int? = nil) async throws -> GroupFilesResult {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("cursor", cursor)
        object.set("pageSize", pageSize)
        return try await client.result("group.files", object, options)
    }

    /// Removes a file. Members remove their own files; owner and admins remove any.
    ///
    /// - Parameter groupID: The group.
    /// - Parameter fileID: The file.
    public func removeFile(groupID: String, fileID: String) async throws {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("fileID", fileID)
        try await client.done("group.removeFile", object, options)
    }

    /// Lists the invitations that wait for the caller's answer, newest first.
    ///
    /// - Parameter cursor: The value from the last page; empty: from the start.
    /// - Parameter pageSize: At most this many entries.
    @discardableResult
    public func invitations(cursor: String? = nil, pageSize: Int? = nil) async throws -> GroupInvitationsResult {
        var object = JSONObject()
        object.set("cursor", cursor)
        object.set("pageSize", pageSize)
        return try await client.result("group.invitations", object, options)
    }

    /// Lists the requests to join that wait for an answer, newest first: those of a group, or of all groups where the
    /// caller is owner or admin.
    ///
    /// - Parameter groupID: The group.
    /// - Parameter cursor: The value from the last page; empty: from the start.
    /// - Parameter pageSize: At most this many entries.
    @discardableResult
    public func joinRequests(
        groupID: String? = nil, cursor: String? = nil, pageSize: Int? = nil
    ) async throws -> GroupJoinRequestsResult {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("cursor", cursor)
        object.set("pageSize", pageSize)
        return try await client.result("group.joinRequests", object, options)
    }
}

public struct MediaCalls: Sendable {
    let client: Client
    var options = RequestOptions()

    /// The same operations, asked for with these options.
    public func with(_ options: RequestOptions) -> Self { Self(client: client, options: options) }

    /// Begins an upload. The reply says how its bytes are sent; of bytes that the caller has uploaded before, by their
    /// digest, it says `ready`. With `mediaID` it gives another URL for an upload of the caller's.
    ///
    /// - Parameter use: `avatar`: a PNG, JPEG, GIF or WebP of up to 1 MiB, whose URL is public and stays the same.
    /// - Parameter name: The file's name, for those who save it.
    /// - Parameter type: Its media type, in small letters, such as `image/png`. Required without `mediaID`.
    /// - Parameter size: How many bytes it has. Required without `mediaID`.
    /// - Parameter sha256: SHA-256 of the bytes, in base64url without padding.
    /// - Parameter mediaID: Instead of all others: an upload of the caller's.
    @discardableResult
    public func prepare(
        use: MediaUse? = nil, name: String? = nil, type: String? = nil, size: Int? = nil, sha256: String? = nil,
        mediaID: String? = nil
    ) async throws -> MediaPrepareResult {
        var object = JSONObject()
        object.set("use", use)
        object.set("name", name)
        object.set("type", type)
        object.set("size", size)
        object.set("sha256", sha256)
        object.set("mediaID", mediaID)
        return try await client.result("media.prepare", object, options)
    }

    /// Says that all bytes of an upload have been sent. They are compared with what was announced; others are refused,
    /// and go. A repeat gets the same reply.
    ///
    /// - Parameter mediaID: The upload.
    /// - Parameter width: In pixels. Of PNG, JPEG, GIF and WebP the gateway reads it itself.
    /// - Parameter height: Likewise.
    /// - Parameter thumbnail: An own upload that is complete: a picture of up to 64 KiB and 640 pixels each way, to
    ///   be shown in its place.
    @discardableResult
    public func complete(
        mediaID: String, width: Int? = nil, height: Int? = nil, thumbnail: String? = nil
    ) async throws -> MediaCompleteResult {
        var object = JSONObject()
        object.set("mediaID", mediaID)
        object.set("width", width)
        object.set("height", height)
        object.set("thumbnail", thumbnail)
        return try await client.result("media.complete", object, options)
    }

    /// Asks for the URLs of uploads: own ones, and those to which messages refer that the history shows. A URL can be
    /// read without a session until it ends. It is the same for a quarter of an hour; that of an avatar stays the same.
    ///
    /// - Parameter mediaIDs: The uploads.
    @discardableResult
    public func url(mediaIDs: [String]) async throws -> MediaUrlResult {
        var object = JSONObject()
        object.set("mediaIDs", mediaIDs)
        return try await client.result("media.url", object, options)
    }

    /// Lists the caller's uploads, the newest first.
    ///
    /// - Parameter cursor: Where the page before ended.
    /// - Parameter limit: At most this many.
    @discardableResult
    public func list(cursor: String? = nil, limit: Int? = nil) async throws -> MediaListResult {
        var object = JSONObject()
        object.set("cursor", cursor)
        object.set("limit", limit)
        return try await client.result("media.list", object, options)
    }

    /// Deletes an upload of the caller's. Messages that refer to it stay, and show that it is deleted.
    ///
    /// - Parameter mediaID: The upload.
    public func delete(mediaID: String) async throws {
        var object = JSONObject()
        object.set("mediaID", mediaID)
        try await client.done("media.delete", object, options)
    }
}

public struct FriendCalls: Sendable {
    let client: Client
    var options = RequestOptions()

    /// The same operations, asked for with these options.
    public func with(_ options: RequestOptions) -> Self { Self(client: client, options: options) }

    /// Lists the friends in the order of their ids, or the changes since a version.
    ///
    /// - Parameter next: The value from the last page; left out: from the start.
    /// - Parameter count: At most this many friends.
    /// - Parameter sinceVersion: The `version` of the caller's copy: lists only changes since then; left out: all
    ///   friends.
    @discardableResult
    public func list(
        next: String? = nil, count: Int? = nil, sinceVersion: Int? = nil
    ) async throws -> FriendListResult {
        var object = JSONObject()
        object.set("next", next)
        object.set("count", count)
        object.set("sinceVersion", sinceVersion)
        return try await client.result("friend.list", object, options)
    }

    /// Reads friends by their ids.
    ///
    /// - Parameter userIDs: The users.
    @discardableResult
    public func get(userIDs: [String]) async throws -> FriendGetResult {
        var object = JSONObject()
        object.set("userIDs", userIDs)
        return try await client.result("friend.get", object, options)
    }

    /// Adds a friend, or sends a request if the other user wants to be asked.
    ///
    /// - Parameter userID: The user.
    /// - Parameter remark: The caller's name for the friend; empty: none.
    /// - Parameter addWording: The reason, for the other user to read.
    /// - Parameter addSource: `AddSource_Type_` and one to eight letters; empty: unknown.
    /// - Parameter group: The friend group for the new friend. It is created if it does not exist.
    /// - Parameter addType: 1: only the caller's list gets the other. 2: both lists do.
    @discardableResult
    public func add(
        userID: String, remark: String? = nil, addWording: String? = nil, addSource: String? = nil,
        group: String? = nil, addType: Int? = nil
    ) async throws -> FriendAddResult {
        var object = JSONObject()
        object.set("userID", userID)
        object.set("remark", remark)
        object.set("addWording", addWording)
        object.set("addSource", addSource)
        object.set("group", group)
        object.set("addType", addType)
        return try await client.result("friend.add", object, options)
    }

    /// Changes fields of a friend in the caller's list: all of them or none.
    ///
    /// - Parameter userID: The user.
    /// - Parameter values: At least one of: `remark` (96 bytes), `groups` (the names of all groups that the friend is
    ///   in), `Tag_SNS_Custom_` and a configured name (an integer, or 500 bytes: a string or `{"b": base64}`).
    public func modify(userID: String, values: FriendModifyValues) async throws {
        var object = JSONObject()
        object.set("userID", userID)
        object.set("values", values)
        try await client.done("friend.modify", object, options)
    }

    /// Deletes friends.
    ///
    /// - Parameter userIDs: The users.
    /// - Parameter delType: 1: deletes the other from the caller's list. 2: also the caller from the other's list.
    @discardableResult
    public func delete(userIDs: [String], delType: Int) async throws -> FriendDeleteResult {
        var object = JSONObject()
        object.set("userIDs", userIDs)
        object.set("delType", delType)
        return try await client.result("friend.delete", object, options)
    }

    /// Answers a friend request.
    ///
    /// - Parameter userID: The user.
    /// - Parameter response: 0: agree, the other's list gets the caller; 1: agree and add, both lists do; 2: reject.
    /// - Parameter remark: The caller's name for the friend; empty: none.
    @discardableResult
    public func respond(userID: String, response: Int, remark: String? = nil) async throws -> FriendRespondResult {
        var object = JSONObject()
        object.set("userID", userID)
        object.set("response", response)
        object.set("remark", remark)
        return try await client.result("friend.respond", object, options)
    }

    /// Tells which users are friends.
    ///
    /// - Parameter userIDs: The users.
    /// - Parameter checkType: 1: looks into the caller's list. 2: looks into both lists.
    @discardableResult
    public func check(userIDs: [String], checkType: Int) async throws -> FriendCheckResult {
        var object = JSONObject()
        object.set("userIDs", userIDs)
        object.set("checkType", checkType)
        return try await client.result("friend.check", object, options)
    }
}

public struct PendencyCalls: Sendable {
    let client: Client
    var options = RequestOptions()

    /// The same operations, asked for with these options.
    public func with(_ options: RequestOptions) -> Self { Self(client: client, options: options) }

    /// Lists friend requests, newest first; none if the caller's copy is current.
    ///
    /// - Parameter type: 1: requests received; 2: requests sent; 3: both.
    /// - Parameter numPerPage: At most this many requests.
    /// - Parameter seq: The `seq` of the caller's copy; for further pages, the one sent for the first page.
    /// - Parameter timestamp: The value from the last page; 0: from the start.
    @discardableResult
    public func list(
        type: Int, numPerPage: Int, seq: Int? = nil, timestamp: Int? = nil
    ) async throws -> PendencyListResult {
        var object = JSONObject()
        object.set("type", type)
        object.set("seq", seq)
        object.set("timestamp", timestamp)
        object.set("numPerPage", numPerPage)
        return try await client.result("pendency.list", object, options)
    }

    /// Deletes the caller's copy of requests. A received request can no longer be answered then.
    ///
    /// - Parameter type: 1: requests received; 2: requests sent.
    /// - Parameter userIDs: The users.
    public func delete(type: Int, userIDs: [String]) async throws {
        var object = JSONObject()
        object.set("type", type)
        object.set("userIDs", userIDs)
        try await client.done("pendency.delete", object, options)
    }

    /// Marks the requests received up to a time as read.
    ///
    /// - Parameter timestamp: In seconds since 1970.
    @discardableResult
    public func report(timestamp: Int) async throws -> PendencyReportResult {
        var object = JSONObject()
        object.set("timestamp", timestamp)
        return try await client.result("pendency.report", object, options)
    }
}

public struct BlacklistCalls: Sendable {
    let client: Client
    var options = RequestOptions()

    /// The same operations, asked for with these options.
    public func with(_ options: RequestOptions) -> Self { Self(client: client, options: options) }

    /// Blocks users: their messages are refused; friendships and requests between them and the caller end.
    ///
    /// - Parameter userIDs: The users.
    /// - Parameter keepFriends: True: friendships with these users stay, on both sides.
    @discardableResult
    public func add(userIDs: [String], keepFriends: Bool? = nil) async throws -> BlacklistAddResult {
        var object = JSONObject()
        object.set("userIDs", userIDs)
        object.set("keepFriends", keepFriends)
        return try await client.result("blacklist.add", object, options)
    }

    /// Unblocks users. Friendships and requests that have ended do not come back.
    ///
    /// - Parameter userIDs: The users.
    @discardableResult
    public func delete(userIDs: [String]) async throws -> BlacklistDeleteResult {
        var object = JSONObject()
        object.set("userIDs", userIDs)
        return try await client.result("blacklist.delete", object, options)
    }

    /// Lists the blocked users, newest first.
    @discardableResult
    public func list() async throws -> BlacklistListResult {
        try await client.result("blacklist.list", JSONObject(), options)
    }

    /// Tells whether users are in the caller's blacklist.
    ///
    /// - Parameter userIDs: The users.
    @discardableResult
    public func check(userIDs: [String]) async throws -> BlacklistCheckResult {
        var object = JSONObject()
        object.set("userIDs", userIDs)
        return try await client.result("blacklist.check", object, options)
    }
}

public struct FriendGroupCalls: Sendable {
    let client: Client
    var options = RequestOptions()

    /// The same operations, asked for with these options.
    public func with(_ options: RequestOptions) -> Self { Self(client: client, options: options) }

    /// Lists friend groups in the order of their creation.
    ///
    /// - Parameter names: The friend groups; left out: all.
    /// - Parameter next: The value from the last page; 0: from the start.
    @discardableResult
    public func list(names: [String]? = nil, next: Int? = nil) async throws -> FriendGroupListResult {
        var object = JSONObject()
        object.set("names", names)
        object.set("next", next)
        return try await client.result("friendGroup.list", object, options)
    }

    /// Creates friend groups: all of them or none.
    ///
    /// - Parameter names: The friend groups.
    /// - Parameter userIDs: Friends to put into the new groups.
    @discardableResult
    public func create(names: [String], userIDs: [String]? = nil) async throws -> FriendGroupCreateResult {
        var object = JSONObject()
        object.set("names", names)
        object.set("userIDs", userIDs)
        return try await client.result("friendGroup.create", object, options)
    }

    /// Deletes friend groups: all of them or none. The friends stay.
    ///
    /// - Parameter names: The friend groups.
    public func delete(names: [String]) async throws {
        var object = JSONObject()
        object.set("names", names)
        try await client.done("friendGroup.delete", object, options)
    }

    /// Adds friends to a friend group.
    ///
    /// - Parameter name: The friend group.
    /// - Parameter userIDs: The users.
    @discardableResult
    public func addFriends(name: String, userIDs: [String]) async throws -> FriendGroupAddFriendsResult {
        var object = JSONObject()
        object.set("name", name)
        object.set("userIDs", userIDs)
        return try await client.result("friendGroup.addFriends", object, options)
    }

    /// Removes friends from a friend group.
    ///
    /// - Parameter name: The friend group.
    /// - Parameter userIDs: The users.
    @discardableResult
    public func removeFriends(name: String, userIDs: [String]) async throws -> FriendGroupRemoveFriendsResult {
        var object = JSONObject()
        object.set("name", name)
        object.set("userIDs", userIDs)
        return try await client.result("friendGroup.removeFriends", object, options)
    }

    /// Renames a friend group.
    ///
    /// - Parameter name: The friend group.
    /// - Parameter newName: The new name.
    public func rename(name: String, newName: String) async throws {
        var object = JSONObject()
        object.set("name", name)
        object.set("newName", newName)
        try await client.done("friendGroup.rename", object, options)
    }
}

public struct ChannelCalls: Sendable {
    let client: Client
    var options = RequestOptions()

    /// The same operations, asked for with these options.
    public func with(_ options: RequestOptions) -> Self { Self(client: client, options: options) }

    /// Publishes a message to a channel. Only for users whom the backend has listed. When the reply comes, it is on the
    /// disk; a repeated request gets the same reply.
    ///
    /// - Parameter channelID: The channel's id.
    /// - Parameter clientMsgId: The sender's own id for the message, such as a UUID. No other message of the sender
    ///   has it.
    /// - Parameter type: text, image, audio, video, location, file, tip, custom.
    /// - Parameter body: The content, up to `messages.bodyBytes` of JSON. A text has `text`, up to
    ///   `messages.textCharacters`; type 20 has `elements`, 1 to 20 of `type`, `body` and `media`.
    @discardableResult
    public func publish(
        channelID: String, clientMsgId: String, type: Int, body: JSON
    ) async throws -> ChannelPublishResult {
        var object = JSONObject()
        object.set("channelID", channelID)
        object.set("clientMsgId", clientMsgId)
        object.set("type", type)
        object.set("body", body)
        return try await client.result("channel.publish", object, options)
    }

    /// Follows a channel: all sessions of the user hear it from here on, those that come later too. Does nothing if the
    /// user follows it already.
    ///
    /// - Parameter channelID: The channel's id.
    @discardableResult
    public func subscribe(channelID: String) async throws -> ChannelSubscribeResult {
        var object = JSONObject()
        object.set("channelID", channelID)
        return try await client.result("channel.subscribe", object, options)
    }

    /// Follows a channel no longer. Does nothing if the user does not follow it.
    ///
    /// - Parameter channelID: The channel's id.
    public func unsubscribe(channelID: String) async throws {
        var object = JSONObject()
        object.set("channelID", channelID)
        try await client.done("channel.unsubscribe", object, options)
    }

    /// Lists the channels that the caller follows and may read, the first subscribed first.
    ///
    /// - Parameter next: The value from the last page; 0: from the start.
    @discardableResult
    public func list(next: Int? = nil) async throws -> ChannelListResult {
        var object = JSONObject()
        object.set("next", next)
        return try await client.result("channel.list", object, options)
    }

    /// Returns a channel that the caller may read, followed or not.
    ///
    /// - Parameter channelID: The channel's id.
    @discardableResult
    public func info(channelID: String) async throws -> ChannelInfoResult {
        var object = JSONObject()
        object.set("channelID", channelID)
        return try await client.result("channel.info", object, options)
    }

    /// Reads a channel's messages, a page at a time. The caller need not follow it.
    ///
    /// - Parameter channelID: The channel's id.
    /// - Parameter direction: From the newest message back, or from the oldest forward.
    /// - Parameter cursor: Lists messages older or newer than this seq. 0: begins with the newest or the oldest.
    /// - Parameter limit: At most this many messages.
    @discardableResult
    public func history(
        channelID: String, direction: HistoryDirection? = nil, cursor: Int? = nil, limit: Int? = nil
    ) async throws -> ChannelHistoryResult {
        var object = JSONObject()
        object.set("channelID", channelID)
        object.set("direction", direction)
        object.set("cursor", cursor)
        object.set("limit", limit)
        return try await client.result("channel.history", object, options)
    }
}

public struct BroadcastCalls: Sendable {
    let client: Client
    var options = RequestOptions()

    /// The same operations, asked for with these options.
    public func with(_ options: RequestOptions) -> Self { Self(client: client, options: options) }

    /// Lists the broadcasts that devices which come are given, after a position, the oldest first: to fill a gap that
    /// `session.open` left, or for a device that keeps no positions.
    ///
    /// - Parameter after: The last seq that the client has; 0: none.
    /// - Parameter limit: At most this many broadcasts.
    @discardableResult
    public func list(after: Int? = nil, limit: Int? = nil) async throws -> BroadcastListResult {
        var object = JSONObject()
        object.set("after", after)
        object.set("limit", limit)
        return try await client.result("broadcast.list", object, options)
    }
}

public struct RoomCalls: Sendable {
    let client: Client
    var options = RequestOptions()

    /// The same operations, asked for with these options.
    public func with(_ options: RequestOptions) -> Self { Self(client: client, options: options) }

    /// Enters a room: from here on the session gets `room.frame`. The room is left when the session ends. A session
    /// that is in the room already gets the same reply.
    ///
    /// - Parameter roomID: The room's id.
    /// - Parameter epoch: With `seq`: the epoch that the client knows.
    /// - Parameter seq: The last message that the client has in that epoch.
    /// - Parameter state: The state of the values that the client has: they come if it is another.
    @discardableResult
    public func enter(
        roomID: String, epoch: Int? = nil, seq: Int? = nil, state: Int? = nil
    ) async throws -> RoomEnterResult {
        var object = JSONObject()
        object.set("roomID", roomID)
        object.set("epoch", epoch)
        object.set("seq", seq)
        object.set("state", state)
        return try await client.result("room.enter", object, options)
    }

    /// Leaves a room. A room that the session is not in is no fault.
    ///
    /// - Parameter roomID: The room's id.
    public func leave(roomID: String) async throws {
        var object = JSONObject()
        object.set("roomID", roomID)
        try await client.done("room.leave", object, options)
    }

    /// Lists the users in a room that the caller is in: all of them up to 200. Of more, `isSample` is true, and the
    /// list has the owner, admins and those who entered last.
    ///
    /// - Parameter roomID: The room's id.
    @discardableResult
    public func participants(roomID: String) async throws -> RoomParticipantsResult {
        var object = JSONObject()
        object.set("roomID", roomID)
        return try await client.result("room.participants", object, options)
    }

    /// Says something in a room that the caller is in. The reply comes with the room's next frame. A message that was
    /// not drawn is refused (gw 1024): nothing was done. A `clientMsgId` repeated within a minute gets the same reply.
    ///
    /// - Parameter roomID: The room's id.
    /// - Parameter clientMsgId: The sender's own id for the message, such as a UUID. No other message of the sender
    ///   has it.
    /// - Parameter type: text, image, audio, video, location, file, tip, custom.
    /// - Parameter body: The content, up to `messages.bodyBytes` of JSON. A text has `text`, up to
    ///   `messages.textCharacters`; type 20 has `elements`, 1 to 20 of `type`, `body` and `media`.
    /// - Parameter priority: `high` is for the owner, admins and backends, and always told; `low` is told when
    ///   nothing else is left.
    @discardableResult
    public func send(
        roomID: String, clientMsgId: String, type: Int, body: JSON, priority: RoomEnterResultMessagePriority? = nil
    ) async throws -> RoomSendResult {
        var object = JSONObject()
        object.set("roomID", roomID)
        object.set("clientMsgId", clientMsgId)
        object.set("type", type)
        object.set("body", body)
        object.set("priority", priority)
        return try await client.result("room.send", object, options)
    }

    /// Recalls a message: the sender within `messages.recallSeconds`, the owner and admins any that the room still
    /// keeps. The next frame has it in `cleared`.
    ///
    /// - Parameter roomID: The room's id.
    /// - Parameter msgId: The message's id.
    public func recall(roomID: String, msgId: String) async throws {
        var object = JSONObject()
        object.set("roomID", roomID)
        object.set("msgId", msgId)
        try await client.done("room.recall", object, options)
    }

    /// Sets and removes values of a room, all of these or none. For the owner and admins, or with `valuesBy` `all` for
    /// every user who may enter. A key that another user has set is for the owner and admins. Participants hear
    /// `room.valuesChanged`.
    ///
    /// - Parameter roomID: The room's id.
    /// - Parameter values: 1 to 10, with different keys. Without `value` the key goes. `ifVersion`: only if the key
    ///   has this version; 0: only if there is none. `isTransient`: it goes when its user has left the room for
    ///   `rooms.leaveSeconds`.
    @discardableResult
    public func setValues(roomID: String, values: [RoomSetValuesValue]) async throws -> RoomSetValuesResult {
        var object = JSONObject()
        object.set("roomID", roomID)
        object.set("values", values)
        return try await client.result("room.setValues", object, options)
    }

    /// Returns the values of a room that the caller may enter.
    ///
    /// - Parameter roomID: The room's id.
    @discardableResult
    public func values(roomID: String) async throws -> RoomValuesResult {
        var object = JSONObject()
        object.set("roomID", roomID)
        return try await client.result("room.values", object, options)
    }

    /// Puts an element into the queue of a room, or changes the one of this key. The same rights as with
    /// `room.setValues`. Participants hear `room.queueChanged`.
    ///
    /// - Parameter roomID: The room's id.
    /// - Parameter key: The element's key.
    /// - Parameter value: The element's value.
    /// - Parameter first: True: before all others; false: behind them. One that is there keeps its place.
    /// - Parameter ifVersion: Only if the element has this version; 0: only if there is none.
    /// - Parameter isTransient: True: it goes when its user has left the room for `rooms.leaveSeconds`.
    @discardableResult
    public func offer(
        roomID: String, key: String, value: String? = nil, first: Bool? = nil, ifVersion: Int? = nil,
        isTransient: Bool? = nil
    ) async throws -> RoomOfferResult {
        var object = JSONObject()
        object.set("roomID", roomID)
        object.set("key", key)
        object.set("value", value)
        object.set("first", first)
        object.set("ifVersion", ifVersion)
        object.set("isTransient", isTransient)
        return try await client.result("room.offer", object, options)
    }

    /// Takes an element out of the queue of a room: that of the key, or the first one. One caller alone gets it. The
    /// owner and admins take any, others with `valuesBy` `all` their own.
    ///
    /// - Parameter roomID: The room's id.
    /// - Parameter key: The element's key.
    /// - Parameter ifVersion: Only if the element has this version; 0: only if there is none.
    @discardableResult
    public func poll(roomID: String, key: String? = nil, ifVersion: Int? = nil) async throws -> RoomPollResult {
        var object = JSONObject()
        object.set("roomID", roomID)
        object.set("key", key)
        object.set("ifVersion", ifVersion)
        return try await client.result("room.poll", object, options)
    }

    /// Returns the queue of a room that the caller may enter.
    ///
    /// - Parameter roomID: The room's id.
    @discardableResult
    public func queue(roomID: String) async throws -> RoomQueueResult {
        var object = JSONObject()
        object.set("roomID", roomID)
        return try await client.result("room.queue", object, options)
    }

    /// Adds to a counter of a room that the caller is in. Frames tell of the sums, every second. For likes: a client
    /// gathers what its user taps and says it together, twice a second at most.
    ///
    /// - Parameter roomID: The room's id.
    /// - Parameter counter: The counter's name.
    /// - Parameter count: So much is added.
    public func count(roomID: String, counter: String, count: Int? = nil) async throws {
        var object = JSONObject()
        object.set("roomID", roomID)
        object.set("counter", counter)
        object.set("count", count)
        try await client.done("room.count", object, options)
    }

    /// Changes the given fields of a room. For its owner. `admins` and `speakers` are whole lists.
    ///
    /// - Parameter roomID: The room's id.
    /// - Parameter slowSeconds: Slow mode: so many seconds lie between two messages of a user; 0: none.
    /// - Parameter admins: The admins. They act on those who are neither admins nor the owner.
    /// - Parameter speakers: Users who may send while all are muted, beside the owner and admins.
    public func modify(
        roomID: String, slowSeconds: Int? = nil, admins: [String]? = nil, speakers: [String]? = nil
    ) async throws {
        var object = JSONObject()
        object.set("roomID", roomID)
        object.set("slowSeconds", slowSeconds)
        object.set("admins", admins)
        object.set("speakers", speakers)
        try await client.done("room.modify", object, options)
    }

    /// Keeps a user from sending in a room, in it or not. The owner acts on all, admins on those who are neither.
    ///
    /// - Parameter roomID: The room's id.
    /// - Parameter userID: The user.
    /// - Parameter seconds: For so many seconds; −1: for ever; 0: no longer.
    public func mute(roomID: String, userID: String, seconds: Int) async throws {
        var object = JSONObject()
        object.set("roomID", roomID)
        object.set("userID", userID)
        object.set("seconds", seconds)
        try await client.done("room.mute", object, options)
    }

    /// Lets only the owner, admins and speakers send, or all again. For the owner and admins.
    ///
    /// - Parameter roomID: The room's id.
    /// - Parameter isMuted: Whether only the owner, admins and speakers may send.
    public func muteAll(roomID: String, isMuted: Bool) async throws {
        var object = JSONObject()
        object.set("roomID", roomID)
        object.set("isMuted", isMuted)
        try await client.done("room.muteAll", object, options)
    }

    /// Puts a user out of a room (`room.left`) and keeps it out, in it now or not. Its role there ends.
    ///
    /// - Parameter roomID: The room's id.
    /// - Parameter userID: The user.
    /// - Parameter seconds: For so many seconds; −1: for ever; 0: no longer.
    /// - Parameter clear: Also removes what the user has said.
    public func ban(roomID: String, userID: String, seconds: Int, clear: Bool? = nil) async throws {
        var object = JSONObject()
        object.set("roomID", roomID)
        object.set("userID", userID)
        object.set("seconds", seconds)
        object.set("clear", clear)
        try await client.done("room.ban", object, options)
    }

    /// Puts a user out of a room (`room.left`). The user may enter again.
    ///
    /// - Parameter roomID: The room's id.
    /// - Parameter userID: The user.
    /// - Parameter clear: Also removes what the user has said.
    public func kick(roomID: String, userID: String, clear: Bool? = nil) async throws {
        var object = JSONObject()
        object.set("roomID", roomID)
        object.set("userID", userID)
        object.set("clear", clear)
        try await client.done("room.kick", object, options)
    }
}

public struct CallCalls: Sendable {
    let client: Client
    var options = RequestOptions()

    /// The same operations, asked for with these options.
    public func with(_ options: RequestOptions) -> Self { Self(client: client, options: options) }

    /// Calls the other user of a conversation, or members of a group. It rings on all of their devices until one
    /// answers, or the time is over.
    ///
    /// - Parameter conversationID: `c2c_` and a user's id, or `group_` and a group's.
    /// - Parameter kind: What the app calls it, such as `audio` or `video`.
    /// - Parameter userIDs: In a group: the members who are called. Between two it can be left out.
    /// - Parameter data: For those who are called: a JSON object of up to 2048 bytes.
    /// - Parameter seconds: For so long it rings.
    @discardableResult
    public func invite(
        conversationID: String, kind: String, userIDs: [String]? = nil, data: JSON? = nil, seconds: Int? = nil
    ) async throws -> CallInviteResult {
        var object = JSONObject()
        object.set("conversationID", conversationID)
        object.set("userIDs", userIDs)
        object.set("kind", kind)
        object.set("data", data)
        object.set("seconds", seconds)
        return try await client.result("call.invite", object, options)
    }

    /// Takes a call that rings. The first device of the user decides; the others are told which one.
    ///
    /// - Parameter callID: The call.
    @discardableResult
    public func accept(callID: String) async throws -> CallAcceptResult {
        var object = JSONObject()
        object.set("callID", callID)
        return try await client.result("call.accept", object, options)
    }

    /// Declines a call that rings, for all of the user's devices.
    ///
    /// - Parameter callID: The call.
    @discardableResult
    public func reject(callID: String) async throws -> CallRejectResult {
        var object = JSONObject()
        object.set("callID", callID)
        return try await client.result("call.reject", object, options)
    }

    /// Takes an invitation back: it rings no longer. For the inviter. If nobody has accepted, the call ends.
    ///
    /// - Parameter callID: The call.
    @discardableResult
    public func cancel(callID: String) async throws -> CallCancelResult {
        var object = JSONObject()
        object.set("callID", callID)
        return try await client.result("call.cancel", object, options)
    }

    /// Leaves a call that the user has accepted or begun. It ends when one user is left.
    ///
    /// - Parameter callID: The call.
    @discardableResult
    public func leave(callID: String) async throws -> CallLeaveResult {
        var object = JSONObject()
        object.set("callID", callID)
        return try await client.result("call.leave", object, options)
    }
}

public struct ReportCalls: Sendable {
    let client: Client
    var options = RequestOptions()

    /// The same operations, asked for with these options.
    public func with(_ options: RequestOptions) -> Self { Self(client: client, options: options) }

    /// Reports a message, a user, a group or a room to the operators: exactly one of them. While the same user's report
    /// of the same waits, a further one gets its id.
    ///
    /// - Parameter reason: Why.
    /// - Parameter msgId: The message.
    /// - Parameter userID: The user.
    /// - Parameter groupID: The group.
    /// - Parameter roomID: The room's id.
    /// - Parameter text: The reporter's own words.
    @discardableResult
    public func create(
        reason: ReportCreateReason, msgId: String? = nil, userID: String? = nil, groupID: String? = nil,
        roomID: String? = nil, text: String? = nil
    ) async throws -> ReportCreateResult {
        var object = JSONObject()
        object.set("msgId", msgId)
        object.set("userID", userID)
        object.set("groupID", groupID)
        object.set("roomID", roomID)
        object.set("reason", reason)
        object.set("text", text)
        return try await client.result("report.create", object, options)
    }
}

public struct UserProfileCalls: Sendable {
    let client: Client
    var options = RequestOptions()

    /// The same operations, asked for with these options.
    public func with(_ options: RequestOptions) -> Self { Self(client: client, options: options) }

    /// Changes properties of the caller's hosted profile: all of them or none.
    ///
    /// - Parameter name: Also changes the nickname of `profile.…`.
    /// - Parameter portraitUri: Also changes the avatar of `profile.…`.
    /// - Parameter email: Empty: none. This holds for the other texts too.
    /// - Parameter birthday: In the application's own form.
    /// - Parameter gender: 0: unknown; 1: male; 2: female.
    /// - Parameter location: In the application's own form.
    /// - Parameter role: Its meaning is up to the application.
    /// - Parameter level: Its meaning is up to the application.
    /// - Parameter userExtProfile: Configured extensions (`hosting.extensions`) of 0–256 characters; an empty one is
    ///   deleted.
    public func update(
        name: String? = nil, portraitUri: String? = nil, email: String? = nil, birthday: String? = nil,
        gender: Int? = nil, location: String? = nil, role: Int? = nil, level: Int? = nil,
        userExtProfile: [String: String]? = nil
    ) async throws {
        var object = JSONObject()
        object.set("name", name)
        object.set("portraitUri", portraitUri)
        object.set("email", email)
        object.set("birthday", birthday)
        object.set("gender", gender)
        object.set("location", location)
        object.set("role", role)
        object.set("level", level)
        object.set("userExtProfile", userExtProfile)
        try await client.done("userProfile.update", object, options)
    }

    /// Reads the caller's hosted profile.
    @discardableResult
    public func getMine() async throws -> UserProfileGetMineResult {
        try await client.result("userProfile.getMine", JSONObject(), options)
    }

    /// Reads hosted profiles, as far as the caller may see them.
    ///
    /// - Parameter userIds: The users.
    @discardableResult
    public func get(userIds: [String]) async throws -> UserProfileGetResult {
        var object = JSONObject()
        object.set("userIds", userIds)
        return try await client.result("userProfile.get", object, options)
    }

    /// Sets who may see the caller's hosted profile.
    ///
    /// - Parameter visibility: 0: the application's default; 1: only name and portrait are seen; 2: everybody sees
    ///   all; 3: friends see all.
    public func setVisibility(visibility: Int) async throws {
        var object = JSONObject()
        object.set("visibility", visibility)
        try await client.done("userProfile.setVisibility", object, options)
    }

    /// Tells who may see the caller's hosted profile.
    @discardableResult
    public func getVisibility() async throws -> UserProfileGetVisibilityResult {
        try await client.result("userProfile.getVisibility", JSONObject(), options)
    }

    /// Finds the user with a unique id.
    ///
    /// - Parameter uniqueId: The unique id.
    @discardableResult
    public func search(uniqueId: String) async throws -> UserProfileSearchResult {
        var object = JSONObject()
        object.set("uniqueId", uniqueId)
        return try await client.result("userProfile.search", object, options)
    }
}

public struct SubscriptionCalls: Sendable {
    let client: Client
    var options = RequestOptions()

    /// The same operations, asked for with these options.
    public func with(_ options: RequestOptions) -> Self { Self(client: client, options: options) }

    /// Follows users for a time, which begins anew for users that are followed already.
    ///
    /// - Parameter userIds: The users; each counts once.
    /// - Parameter subscribeType: 1: presence; 2: the hosted profile.
    /// - Parameter expiry: The duration in seconds.
    @discardableResult
    public func subscribe(
        userIds: [String], subscribeType: Int, expiry: Int
    ) async throws -> SubscriptionSubscribeResult {
        var object = JSONObject()
        object.set("userIds", userIds)
        object.set("subscribeType", subscribeType)
        object.set("expiry", expiry)
        return try await client.result("subscription.subscribe", object, options)
    }

    /// Stops following users.
    ///
    /// - Parameter userIds: The users; each counts once.
    /// - Parameter subscribeType: 1: presence; 2: the hosted profile.
    @discardableResult
    public func unsubscribe(userIds: [String], subscribeType: Int) async throws -> SubscriptionUnsubscribeResult {
        var object = JSONObject()
        object.set("userIds", userIds)
        object.set("subscribeType", subscribeType)
        return try await client.result("subscription.unsubscribe", object, options)
    }

    /// Reads the presence or the profiles of users, as far as the caller follows them.
    ///
    /// - Parameter userIds: The users; each counts once.
    /// - Parameter subscribeType: 1: presence; 2: the hosted profile; 3, 4: the same of mutual friends, without
    ///   subscribing.
    @discardableResult
    public func query(userIds: [String], subscribeType: Int) async throws -> SubscriptionQueryResult {
        var object = JSONObject()
        object.set("userIds", userIds)
        object.set("subscribeType", subscribeType)
        return try await client.result("subscription.query", object, options)
    }

    /// Says a line beside the caller's presence, to those who are told the presence.
    ///
    /// - Parameter text: The line; empty: none any more.
    /// - Parameter until: Until when it is shown, in milliseconds since 1970; 0: until it is changed.
    public func setStatus(text: String, until: Int? = nil) async throws {
        var object = JSONObject()
        object.set("text", text)
        object.set("until", until)
        try await client.done("subscription.setStatus", object, options)
    }

    /// Lists the users that the caller follows, in the order of following.
    ///
    /// - Parameter subscribeType: 1: presence; 2: the hosted profile; 3, 4: the same of mutual friends, without
    ///   subscribing.
    /// - Parameter pageSize: At most this many entries.
    /// - Parameter startIndex: How many entries were read before.
    @discardableResult
    public func list(subscribeType: Int, pageSize: Int, startIndex: Int) async throws -> SubscriptionListResult {
        var object = JSONObject()
        object.set("subscribeType", subscribeType)
        object.set("pageSize", pageSize)
        object.set("startIndex", startIndex)
        return try await client.result("subscription.list", object, options)
    }
}

public struct PushCalls: Sendable {
    let client: Client
    var options = RequestOptions()

    /// The same operations, asked for with these options.
    public func with(_ options: RequestOptions) -> Self { Self(client: client, options: options) }

    /// Registers this session's device for pushes while it has no session. It holds until the next registration, or
    /// until the session is closed.
    ///
    /// - Parameter provider: The provider that carries pushes to the device. It must be configured.
    /// - Parameter token: The provider's name for the device: APNs' device token in hexadecimal digits, FCM's or a
    ///   phone maker's registration token, the browser's PushSubscription as JSON, or what the webhook expects.
    /// - Parameter app: One of `push.apps`; left out or empty: the app of the provider's own section.
    /// - Parameter language: The language of the pushes' own words, by BCP 47.
    /// - Parameter preview: The most that a push shows on this device: `full`, as by default; `sender`: not the text;
    ///   `none`: that there is a message.
    public func register(
        provider: PushProvider, token: JSON, app: String? = nil, language: String? = nil, preview: PushPreview? = nil
    ) async throws {
        var object = JSONObject()
        object.set("provider", provider)
        object.set("token", token)
        object.set("app", app)
        object.set("language", language)
        object.set("preview", preview)
        try await client.done("push.register", object, options)
    }

    /// Ends the pushes to a device.
    ///
    /// - Parameter device: One of the user's devices. Left out: this session's.
    @discardableResult
    public func unregister(device: String? = nil) async throws -> PushUnregisterResult {
        var object = JSONObject()
        object.set("device", device)
        return try await client.result("push.unregister", object, options)
    }

    /// Lists the user's devices that get pushes.
    @discardableResult
    public func devices() async throws -> PushDevicesResult {
        try await client.result("push.devices", JSONObject(), options)
    }

    /// Tells the key that a web page needs to subscribe to pushes.
    @discardableResult
    public func webPushKey() async throws -> PushWebPushKeyResult {
        try await client.result("push.webPushKey", JSONObject(), options)
    }

    /// Sets a quiet time of the day, in which only forced pushes come.
    ///
    /// - Parameter enabled: Whether there is a quiet time.
    /// - Parameter start: When the quiet time begins each day.
    /// - Parameter end: When it ends; before `start`: on the next day; the same as `start`: the whole day is quiet.
    /// - Parameter utcOffset: How many minutes the user's clock is ahead of UTC.
    public func setGlobalDnd(
        enabled: Bool, start: String? = nil, end: String? = nil, utcOffset: Int? = nil
    ) async throws {
        var object = JSONObject()
        object.set("enabled", enabled)
        object.set("start", start)
        object.set("end", end)
        object.set("utcOffset", utcOffset)
        try await client.done("push.setGlobalDnd", object, options)
    }

    /// Tells the quiet time, in which only forced pushes come.
    @discardableResult
    public func getGlobalDnd() async throws -> PushGetGlobalDndResult {
        try await client.result("push.getGlobalDnd", JSONObject(), options)
    }

    /// Tells whether a message was pushed to the caller, and why or why not.
    ///
    /// - Parameter msgId: The message.
    @discardableResult
    public func explain(msgId: String) async throws -> PushExplainResult {
        var object = JSONObject()
        object.set("msgId", msgId)
        return try await client.result("push.explain", object, options)
    }

    /// Tells that a push was delivered to a device, or opened there. The first receipt of each kind counts. Without a
    /// session: `POST /v1/push/receipts` with the same members.
    ///
    /// - Parameter ticket: The push's ticket, as it came with it.
    /// - Parameter event: What has become of the push.
    public func receipt(ticket: String, event: PushReceiptKind) async throws {
        var object = JSONObject()
        object.set("ticket", ticket)
        object.set("event", event)
        try await client.done("push.receipt", object, options)
    }
}
