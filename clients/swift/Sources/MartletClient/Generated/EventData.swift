// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
// The data of events.
import MartletCore

/// The data of the event `session.kicked`.
public struct SessionKickedEvent: JSONRepresentable, Equatable, Sendable {
    /// Why.
    public let reason: KickReason
    /// Only with the first three: the device of the session that replaces this one.
    public let device: String?
    /// Only with the first three: that session's platform.
    public let platform: String?
    /// Only with `kicked`: what the administrator says.
    public let text: String?

    public init(json: JSON) throws(MartletError) {
        reason = try json.required("reason")
        device = try json.optional("device")
        platform = try json.optional("platform")
        text = try json.optional("text")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("reason", reason)
        object.set("device", device)
        object.set("platform", platform)
        object.set("text", text)
        return .object(object)
    }
}

/// The data of the event `session.expiring`.
public struct SessionExpiringEvent: JSONRepresentable, Equatable, Sendable {
    /// When the token ends.
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

/// The data of the event `server.draining`.
public struct ServerDrainingEvent: JSONRepresentable, Equatable, Sendable {
    /// How long the client waits after the close before it connects again; different for each client.
    public let reconnectAfterMilliseconds: Int

    public init(json: JSON) throws(MartletError) {
        reconnectAfterMilliseconds = try json.required("reconnectAfterMilliseconds")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("reconnectAfterMilliseconds", reconnectAfterMilliseconds)
        return .object(object)
    }
}

/// The data of the event `conversation.syncFinish`.
public struct ConversationSyncFinishEvent: JSONRepresentable, Equatable, Sendable {
    /// False: some are missing, because the user's stream is not `recovered` or there were too many; list the
    /// conversations.
    public let isComplete: Bool

    public init(json: JSON) throws(MartletError) {
        isComplete = try json.required("isComplete")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("isComplete", isComplete)
        return .object(object)
    }
}

/// The data of the event `subscription.eventChanged`.
public struct SubscriptionEventChangedEvent: JSONRepresentable, Equatable, Sendable {
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

/// The data of the event `subscription.syncCompleted`.
public struct SubscriptionSyncCompletedEvent: JSONRepresentable, Equatable, Sendable {
    /// 1 to 4.
    public let subscribeType: Int

    public init(json: JSON) throws(MartletError) {
        subscribeType = try json.required("subscribeType")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("subscribeType", subscribeType)
        return .object(object)
    }
}

public struct RoomFrameEventMessage: JSONRepresentable, Equatable, Sendable {
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

public struct RoomFrameEventOccupancy: JSONRepresentable, Equatable, Sendable {
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

public struct RoomFrameEventCleared: JSONRepresentable, Equatable, Sendable {
    /// All that this user has said is gone.
    public let from: String?
    /// This message is gone: it was recalled.
    public let msgId: String?
    /// With `msgId`: its number.
    public let seq: Int?

    public init(json: JSON) throws(MartletError) {
        from = try json.optional("from")
        msgId = try json.optional("msgId")
        seq = try json.optional("seq")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("from", from)
        object.set("msgId", msgId)
        object.set("seq", seq)
        return .object(object)
    }
}

/// The data of the event `room.frame`.
public struct RoomFrameEvent: JSONRepresentable, Equatable, Sendable {
    /// The room's id.
    public let roomID: String
    /// The life of the room in which the messages are numbered.
    public let epoch: Int
    /// The messages that were drawn, in the order that all see. A hole before the first: so many were missed.
    public let messages: [RoomFrameEventMessage]?
    /// How many more were offered, and not drawn.
    public let shed: Int?
    /// How many are in the room. Every 5 seconds, if it has changed.
    public let occupancy: RoomFrameEventOccupancy?
    /// The room's counters that have grown, with their sums. Every second at most.
    public let counters: [String: Int]?
    /// The last users who have entered, 5 at most: in a room with `showsEntries`.
    public let entered: [String]?
    /// What clients no longer show.
    public let cleared: [RoomFrameEventCleared]?

    public init(json: JSON) throws(MartletError) {
        roomID = try json.required("roomID")
        epoch = try json.required("epoch")
        messages = try json.optional("messages")
        shed = try json.optional("shed")
        occupancy = try json.optional("occupancy")
        counters = try json.optional("counters")
        entered = try json.optional("entered")
        cleared = try json.optional("cleared")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("roomID", roomID)
        object.set("epoch", epoch)
        object.set("messages", messages)
        object.set("shed", shed)
        object.set("occupancy", occupancy)
        object.set("counters", counters)
        object.set("entered", entered)
        object.set("cleared", cleared)
        return .object(object)
    }
}

/// The data of the event `room.left`.
public struct RoomLeftEvent: JSONRepresentable, Equatable, Sendable {
    /// The room's id.
    public let roomID: String
    /// `kicked`: the user may enter again; `banned`: not before the ban ends.
    public let reason: RoomLeftEventReason

    public init(json: JSON) throws(MartletError) {
        roomID = try json.required("roomID")
        reason = try json.required("reason")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("roomID", roomID)
        object.set("reason", reason)
        return .object(object)
    }
}

/// The data of the event `room.ended`.
public struct RoomEndedEvent: JSONRepresentable, Equatable, Sendable {
    /// The room's id.
    public let roomID: String

    public init(json: JSON) throws(MartletError) {
        roomID = try json.required("roomID")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("roomID", roomID)
        return .object(object)
    }
}

/// The data of the event `room.changed`.
public struct RoomChangedEvent: JSONRepresentable, Equatable, Sendable {
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

    public init(json: JSON) throws(MartletError) {
        roomID = try json.required("roomID")
        title = try json.required("title")
        ext = try json.required("ext")
        slowSeconds = try json.required("slowSeconds")
        isMuted = try json.required("isMuted")
        valuesBy = try json.required("valuesBy")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("roomID", roomID)
        object.set("title", title)
        object.set("ext", ext)
        object.set("slowSeconds", slowSeconds)
        object.set("isMuted", isMuted)
        object.set("valuesBy", valuesBy)
        return .object(object)
    }
}

public struct RoomValuesChangedEventSet: JSONRepresentable, Equatable, Sendable {
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

/// The data of the event `room.valuesChanged`.
public struct RoomValuesChangedEvent: JSONRepresentable, Equatable, Sendable {
    /// The room's id.
    public let roomID: String
    /// The state before it.
    public let former: Int
    /// The state after it.
    public let state: Int
    /// What was set.
    public let set: [RoomValuesChangedEventSet]
    /// The keys that are gone.
    public let removed: [String]

    public init(json: JSON) throws(MartletError) {
        roomID = try json.required("roomID")
        former = try json.required("former")
        state = try json.required("state")
        set = try json.required("set")
        removed = try json.required("removed")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("roomID", roomID)
        object.set("former", former)
        object.set("state", state)
        object.set("set", set)
        object.set("removed", removed)
        return .object(object)
    }
}

public struct RoomQueueChangedEventSet: JSONRepresentable, Equatable, Sendable {
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

/// The data of the event `room.queueChanged`.
public struct RoomQueueChangedEvent: JSONRepresentable, Equatable, Sendable {
    /// The room's id.
    public let roomID: String
    /// The state before it.
    public let former: Int
    /// The state after it.
    public let state: Int
    /// What was set.
    public let set: [RoomQueueChangedEventSet]
    /// The keys that are gone.
    public let removed: [String]

    public init(json: JSON) throws(MartletError) {
        roomID = try json.required("roomID")
        former = try json.required("former")
        state = try json.required("state")
        set = try json.required("set")
        removed = try json.required("removed")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("roomID", roomID)
        object.set("former", former)
        object.set("state", state)
        object.set("set", set)
        object.set("removed", removed)
        return .object(object)
    }
}

/// The data of the event `message.appended`.
public struct MessageAppendedEvent: JSONRepresentable, Equatable, Sendable {
    /// The conversation, as this user sees it.
    public let conversationID: String
    /// The id of the text until it is a message.
    public let streamID: String
    /// Its sender.
    public let from: String
    /// Where this part begins, in bytes of UTF-8. 0: the text begins anew. With a hole before it, watch again.
    public let offset: Int
    /// This part.
    public let text: String

    public init(json: JSON) throws(MartletError) {
        conversationID = try json.required("conversationID")
        streamID = try json.required("streamID")
        from = try json.required("from")
        offset = try json.required("offset")
        text = try json.required("text")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("conversationID", conversationID)
        object.set("streamID", streamID)
        object.set("from", from)
        object.set("offset", offset)
        object.set("text", text)
        return .object(object)
    }
}

/// The data of the event `message.ended`.
public struct MessageEndedEvent: JSONRepresentable, Equatable, Sendable {
    /// The conversation, as this user sees it.
    public let conversationID: String
    /// The id of the text.
    public let streamID: String
    /// `refused`: it may not be sent any more; `failed`: it could not be stored, or its node is gone. The others are as
    /// in `broken` of a message.
    public let reason: MessageEndedEventReason

    public init(json: JSON) throws(MartletError) {
        conversationID = try json.required("conversationID")
        streamID = try json.required("streamID")
        reason = try json.required("reason")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("conversationID", conversationID)
        object.set("streamID", streamID)
        object.set("reason", reason)
        return .object(object)
    }
}

/// The data of the event `call.invited`.
public struct CallInvitedEvent: JSONRepresentable, Equatable, Sendable {
    public let callID: String
    /// As this user sees it.
    public let conversationID: String
    /// The inviter.
    public let from: String
    /// As the inviter has sent it.
    public let kind: String
    /// When the inviter called.
    public let time: Int
    /// The inviter first.
    public let users: [CallUser]
    /// For so long it still rings, by the gateway's clock.
    public let seconds: Int
    /// The inviter's, or that of a hook.
    public let data: JSON?

    public init(json: JSON) throws(MartletError) {
        callID = try json.required("callID")
        conversationID = try json.required("conversationID")
        from = try json.required("from")
        kind = try json.required("kind")
        time = try json.required("time")
        users = try json.required("users")
        seconds = try json.required("seconds")
        data = try json.optional("data")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("callID", callID)
        object.set("conversationID", conversationID)
        object.set("from", from)
        object.set("kind", kind)
        object.set("time", time)
        object.set("users", users)
        object.set("seconds", seconds)
        object.set("data", data)
        return .object(object)
    }
}

/// The data of the event `channel.changed`.
public struct ChannelChangedEvent: JSONRepresentable, Equatable, Sendable {
    /// The channel's id.
    public let channelID: String
    /// As the backend has set it.
    public let title: String
    /// Likewise.
    public let description: String
    /// Likewise: data of the application.
    public let ext: String

    public init(json: JSON) throws(MartletError) {
        channelID = try json.required("channelID")
        title = try json.required("title")
        description = try json.required("description")
        ext = try json.required("ext")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("channelID", channelID)
        object.set("title", title)
        object.set("description", description)
        object.set("ext", ext)
        return .object(object)
    }
}

/// The data of the event `channel.destroyed`.
public struct ChannelDestroyedEvent: JSONRepresentable, Equatable, Sendable {
    /// The channel's id.
    public let channelID: String

    public init(json: JSON) throws(MartletError) {
        channelID = try json.required("channelID")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("channelID", channelID)
        return .object(object)
    }
}

/// The data of the event `channel.subscriptionChanged`.
public struct ChannelSubscriptionChangedEvent: JSONRepresentable, Equatable, Sendable {
    /// The channel's id.
    public let channelID: String
    /// Whether the user follows it now.
    public let isSubscribed: Bool
    /// Only if it is followed: the seq of its last message.
    public let seq: Int?

    public init(json: JSON) throws(MartletError) {
        channelID = try json.required("channelID")
        isSubscribed = try json.required("isSubscribed")
        seq = try json.optional("seq")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("channelID", channelID)
        object.set("isSubscribed", isSubscribed)
        object.set("seq", seq)
        return .object(object)
    }
}

/// The data of the event `conversation.changed`.
public struct ConversationChangedEvent: JSONRepresentable, Equatable, Sendable {
    /// Each conversation complete, as it is now.
    public let conversations: [Conversation]

    public init(json: JSON) throws(MartletError) {
        conversations = try json.required("conversations")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("conversations", conversations)
        return .object(object)
    }
}

/// The data of the event `conversation.deleted`.
public struct ConversationDeletedEvent: JSONRepresentable, Equatable, Sendable {
    /// The conversations.
    public let conversationIDs: [String]

    public init(json: JSON) throws(MartletError) {
        conversationIDs = try json.required("conversationIDs")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("conversationIDs", conversationIDs)
        return .object(object)
    }
}

/// The data of the event `conversation.draftChanged`.
public struct ConversationDraftChangedEvent: JSONRepresentable, Equatable, Sendable {
    /// The conversation.
    public let conversationID: String
    public let draft: Draft?

    public init(json: JSON) throws(MartletError) {
        conversationID = try json.required("conversationID")
        draft = try json.optional("draft")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("conversationID", conversationID)
        object.set("draft", draft)
        return .object(object)
    }
}

/// The data of the event `conversation.new`.
public struct ConversationNewEvent: JSONRepresentable, Equatable, Sendable {
    /// Each conversation complete, as it is now.
    public let conversations: [Conversation]

    public init(json: JSON) throws(MartletError) {
        conversations = try json.required("conversations")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("conversations", conversations)
        return .object(object)
    }
}

/// The data of the event `conversation.totalUnreadChanged`.
public struct ConversationTotalUnreadChangedEvent: JSONRepresentable, Equatable, Sendable {
    /// The number as it is now.
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

public struct FriendChangedEventUser: JSONRepresentable, Equatable, Sendable {
    public let userID: String
    public let addWording: String?
    public let addSource: String?
    public let pendencyType: Int?

    public init(json: JSON) throws(MartletError) {
        userID = try json.required("userID")
        addWording = try json.optional("addWording")
        addSource = try json.optional("addSource")
        pendencyType = try json.optional("pendencyType")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("userID", userID)
        object.set("addWording", addWording)
        object.set("addSource", addSource)
        object.set("pendencyType", pendencyType)
        return .object(object)
    }
}

/// The data of the event `friend.changed`.
public struct FriendChangedEvent: JSONRepresentable, Equatable, Sendable {
    /// 1 friends added, 2 friends deleted, 3 a request sent or received, 4 requests gone; and by the user itself: 5
    /// users blocked, 6 users unblocked, 7 requests read, 8 fields of a friend changed.
    public let type: Int
    /// The other users. Reason and source come with type 3; `pendencyType` with 3 and 4: the event's receiver got (1)
    /// or sent (2) the request.
    public let users: [FriendChangedEventUser]
    /// The current `version` of `relations` in `session.open`. Absent with types 3, 4 and 7, and when the event is
    /// repeated from the stream.
    public let version: Int?
    /// With types 3, 4 and 7 instead: the current `pendencySeq` of `relations` in `session.open`.
    public let pendencySeq: Int?
    /// Only with type 7: how many requests are unread.
    public let unreadCount: Int?
    /// Only if the user itself made the change, on another device.
    public let own: Bool?

    public init(json: JSON) throws(MartletError) {
        type = try json.required("type")
        users = try json.required("users")
        version = try json.optional("version")
        pendencySeq = try json.optional("pendencySeq")
        unreadCount = try json.optional("unreadCount")
        own = try json.optional("self")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("type", type)
        object.set("users", users)
        object.set("version", version)
        object.set("pendencySeq", pendencySeq)
        object.set("unreadCount", unreadCount)
        object.set("self", own)
        return .object(object)
    }
}

public struct FriendGroupChangedEventGroup: JSONRepresentable, Equatable, Sendable {
    public let name: String
    public let added: [String]
    public let removed: [String]

    public init(json: JSON) throws(MartletError) {
        name = try json.required("name")
        added = try json.required("added")
        removed = try json.required("removed")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("name", name)
        object.set("added", added)
        object.set("removed", removed)
        return .object(object)
    }
}

public struct FriendGroupChangedEventRenamed: JSONRepresentable, Equatable, Sendable {
    public let from: String
    public let to: String

    public init(json: JSON) throws(MartletError) {
        from = try json.required("from")
        to = try json.required("to")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("from", from)
        object.set("to", to)
        return .object(object)
    }
}

/// The data of the event `friendGroup.changed`.
public struct FriendGroupChangedEvent: JSONRepresentable, Equatable, Sendable {
    /// Always present.
    public let own: Bool
    /// The current `version` of `relations` in `session.open`.
    public let version: Int
    /// New groups.
    public let created: [String]
    /// Deleted groups.
    public let deleted: [String]
    /// Groups that got or lost friends, with the friends' ids.
    public let groups: [FriendGroupChangedEventGroup]
    /// Only if a group was renamed.
    public let renamed: FriendGroupChangedEventRenamed?

    public init(json: JSON) throws(MartletError) {
        own = try json.required("self")
        version = try json.required("version")
        created = try json.required("created")
        deleted = try json.required("deleted")
        groups = try json.required("groups")
        renamed = try json.optional("renamed")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("self", own)
        object.set("version", version)
        object.set("created", created)
        object.set("deleted", deleted)
        object.set("groups", groups)
        object.set("renamed", renamed)
        return .object(object)
    }
}

public struct GroupReceiptChangedEventReceipt: JSONRepresentable, Equatable, Sendable {
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

/// The data of the event `groupReceipt.changed`.
public struct GroupReceiptChangedEvent: JSONRepresentable, Equatable, Sendable {
    /// The group.
    public let groupID: String
    /// One for each message of the user that asks for receipts.
    public let receipts: [GroupReceiptChangedEventReceipt]

    public init(json: JSON) throws(MartletError) {
        groupID = try json.required("groupID")
        receipts = try json.required("receipts")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("receipts", receipts)
        return .object(object)
    }
}

/// The data of the event `message.changed`.
public struct MessageChangedEvent: JSONRepresentable, Equatable, Sendable {
    /// The conversation, as this user sees it.
    public let conversationID: String
    /// The place of the change in the conversation: from 1, rising.
    public let change: Int
    public let message: Message

    public init(json: JSON) throws(MartletError) {
        conversationID = try json.required("conversationID")
        change = try json.required("change")
        message = try json.required("message")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("conversationID", conversationID)
        object.set("change", change)
        object.set("message", message)
        return .object(object)
    }
}

/// The data of the event `message.deleted`.
public struct MessageDeletedEvent: JSONRepresentable, Equatable, Sendable {
    /// The conversation, as this user sees it.
    public let conversationID: String
    /// The messages.
    public let msgIds: [String]

    public init(json: JSON) throws(MartletError) {
        conversationID = try json.required("conversationID")
        msgIds = try json.required("msgIds")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("conversationID", conversationID)
        object.set("msgIds", msgIds)
        return .object(object)
    }
}

/// The data of the event `message.gone`.
public struct MessageGoneEvent: JSONRepresentable, Equatable, Sendable {
    /// The conversation, as this user sees it.
    public let conversationID: String
    /// The place of the change in the conversation.
    public let change: Int
    /// The message's id.
    public let msgId: String
    /// The message's number in the conversation.
    public let seq: Int

    public init(json: JSON) throws(MartletError) {
        conversationID = try json.required("conversationID")
        change = try json.required("change")
        msgId = try json.required("msgId")
        seq = try json.required("seq")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("conversationID", conversationID)
        object.set("change", change)
        object.set("msgId", msgId)
        object.set("seq", seq)
        return .object(object)
    }
}

public struct MessageNewEventRecalled: JSONRepresentable, Equatable, Sendable {
    /// The user who has recalled it; absent: a backend has.
    public let by: String?
    /// When.
    public let time: Int
    /// Only if one was given.
    public let reason: String?

    public init(json: JSON) throws(MartletError) {
        by = try json.optional("by")
        time = try json.required("time")
        reason = try json.optional("reason")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("by", by)
        object.set("time", time)
        object.set("reason", reason)
        return .object(object)
    }
}

public struct MessageNewEventEdited: JSONRepresentable, Equatable, Sendable {
    /// When it was edited last.
    public let time: Int
    /// How often it was edited.
    public let version: Int

    public init(json: JSON) throws(MartletError) {
        time = try json.required("time")
        version = try json.required("version")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("time", time)
        object.set("version", version)
        return .object(object)
    }
}

public struct MessageNewEventReplyTo: JSONRepresentable, Equatable, Sendable {
    public let msgId: String
    public let seq: Int
    /// The sender of that message.
    public let from: String

    public init(json: JSON) throws(MartletError) {
        msgId = try json.required("msgId")
        seq = try json.required("seq")
        from = try json.required("from")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("msgId", msgId)
        object.set("seq", seq)
        object.set("from", from)
        return .object(object)
    }
}

public struct MessageNewEventPinned: JSONRepresentable, Equatable, Sendable {
    public let by: String
    public let time: Int

    public init(json: JSON) throws(MartletError) {
        by = try json.required("by")
        time = try json.required("time")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("by", by)
        object.set("time", time)
        return .object(object)
    }
}

public struct MessageNewEventReaction: JSONRepresentable, Equatable, Sendable {
    public let reaction: String
    /// How many users.
    public let count: Int
    /// The first few of them.
    public let users: [String]
    /// Only in replies and in events about own reactions: whether the user is one of them.
    public let mine: Bool?

    public init(json: JSON) throws(MartletError) {
        reaction = try json.required("reaction")
        count = try json.required("count")
        users = try json.required("users")
        mine = try json.optional("mine")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("reaction", reaction)
        object.set("count", count)
        object.set("users", users)
        object.set("mine", mine)
        return .object(object)
    }
}

/// The data of the event `message.new`.
public struct MessageNewEvent: JSONRepresentable, Equatable, Sendable {
    /// The message's id.
    public let msgId: String
    /// The sender's own id for the message.
    public let clientMsgId: String
    /// The conversation, as this user sees it.
    public let conversationID: String
    /// 0: between two users; 1: in a group; 5: in a super team.
    public let sessionType: Int
    /// The message's number in the conversation.
    public let seq: Int
    /// The sender.
    public let from: String
    /// Only in a group: the sender's name there, if it has one.
    public let nickname: String?
    /// As it was sent; 5: a notification of the gateway in a group.
    public let type: Int
    /// As it was sent; for a notification see [group-messages.md](group-messages.md).
    public let body: JSON
    /// When the gateway accepted the message.
    public let time: Int
    /// Only if it was sent with one.
    public let apnsContent: String?
    /// Only if it was sent with one.
    public let atUserList: [String]?
    /// Only if it has changed: the place of its newest change in the conversation.
    public let change: Int?
    /// Only if it was recalled: its body is empty then.
    public let recalled: MessageNewEventRecalled?
    /// Only if it was edited.
    public let edited: MessageNewEventEdited?
    /// Only if it replies to a message of the conversation.
    public let replyTo: MessageNewEventReplyTo?
    /// Only while it is pinned: by whom, and since when.
    public let pinned: MessageNewEventPinned?
    /// Only if it refers to some.
    public let media: [MessageMedia]?
    /// Only if it was streamed: it takes the place of the text that was shown under this id (docs/streams.md).
    public let streamID: String?
    /// Only if it was streamed and is not whole: why it ended.
    public let broken: LastMessageBroken?
    /// Only if it expires: from then on it is gone.
    public let expireAt: Int?
    /// Only if it is for some members of the group alone, beside its sender: who they are. It is no conversation's
    /// `lastMessage`, and counts nowhere.
    public let visibleTo: [String]?
    /// Only if it has expired, or if a repeat shows it to a user who can read it no more: true; its body is empty then.
    public let isExpired: Bool?
    /// Only if there are some.
    public let reactions: [MessageNewEventReaction]?
    /// Only if it differs from the default of `message.send`.
    public let history: Bool?
    /// Only if it differs from the default of `message.send`.
    public let roaming: Bool?
    /// Only if it differs from the default of `message.send`.
    public let sync: Bool?
    /// Only if it differs from the default of `message.send`.
    public let persist: Bool?
    /// Only if it differs from the default of `message.send`.
    public let shouldBeCounted: Bool?
    /// Only if it differs from the default of `message.send`.
    public let apnsEnabled: Bool?
    /// Only if it differs from the default of `message.send`.
    public let apnsWithPrefix: Bool?
    /// Only if it differs from the default of `message.send`.
    public let route: Bool?
    /// Only if it differs from the default of `message.send`.
    public let teamReceipt: Bool?
    /// Only if it differs from the default of `message.send`.
    public let exclusiveReactions: Bool?
    /// Only for the receiver of a message between two: how many messages of the conversation are unread now.
    public let unreadCount: Int?
    /// Only beside `unreadCount`, if it has changed: how many messages are unread in all.
    public let totalUnread: Int?

    public init(json: JSON) throws(MartletError) {
        msgId = try json.required("msgId")
        clientMsgId = try json.required("clientMsgId")
        conversationID = try json.required("conversationID")
        sessionType = try json.required("sessionType")
        seq = try json.required("seq")
        from = try json.required("from")
        nickname = try json.optional("nickname")
        type = try json.required("type")
        body = try json.required("body")
        time = try json.required("time")
        apnsContent = try json.optional("apnsContent")
        atUserList = try json.optional("atUserList")
        change = try json.optional("change")
        recalled = try json.optional("recalled")
        edited = try json.optional("edited")
        replyTo = try json.optional("replyTo")
        pinned = try json.optional("pinned")
        media = try json.optional("media")
        streamID = try json.optional("streamID")
        broken = try json.optional("broken")
        expireAt = try json.optional("expireAt")
        visibleTo = try json.optional("visibleTo")
        isExpired = try json.optional("isExpired")
        reactions = try json.optional("reactions")
        history = try json.optional("history")
        roaming = try json.optional("roaming")
        sync = try json.optional("sync")
        persist = try json.optional("persist")
        shouldBeCounted = try json.optional("shouldBeCounted")
        apnsEnabled = try json.optional("apnsEnabled")
        apnsWithPrefix = try json.optional("apnsWithPrefix")
        route = try json.optional("route")
        teamReceipt = try json.optional("teamReceipt")
        exclusiveReactions = try json.optional("exclusiveReactions")
        unreadCount = try json.optional("unreadCount")
        totalUnread = try json.optional("totalUnread")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("msgId", msgId)
        object.set("clientMsgId", clientMsgId)
        object.set("conversationID", conversationID)
        object.set("sessionType", sessionType)
        object.set("seq", seq)
        object.set("from", from)
        object.set("nickname", nickname)
        object.set("type", type)
        object.set("body", body)
        object.set("time", time)
        object.set("apnsContent", apnsContent)
        object.set("atUserList", atUserList)
        object.set("change", change)
        object.set("recalled", recalled)
        object.set("edited", edited)
        object.set("replyTo", replyTo)
        object.set("pinned", pinned)
        object.set("media", media)
        object.set("streamID", streamID)
        object.set("broken", broken)
        object.set("expireAt", expireAt)
        object.set("visibleTo", visibleTo)
        object.set("isExpired", isExpired)
        object.set("reactions", reactions)
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
        object.set("unreadCount", unreadCount)
        object.set("totalUnread", totalUnread)
        return .object(object)
    }
}

/// The data of the event `message.signaled`.
public struct MessageSignaledEvent: JSONRepresentable, Equatable, Sendable {
    /// The conversation, as this user sees it.
    public let conversationID: String
    /// The sender.
    public let from: String
    /// As it was sent.
    public let name: String
    /// As it was sent.
    public let data: JSON?

    public init(json: JSON) throws(MartletError) {
        conversationID = try json.required("conversationID")
        from = try json.required("from")
        name = try json.required("name")
        data = try json.optional("data")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("conversationID", conversationID)
        object.set("from", from)
        object.set("name", name)
        object.set("data", data)
        return .object(object)
    }
}

/// The data of the event `notification.new`.
public struct NotificationNewEvent: JSONRepresentable, Equatable, Sendable {
    /// As it was sent.
    public let name: String
    /// As it was sent.
    public let data: JSON

    public init(json: JSON) throws(MartletError) {
        name = try json.required("name")
        data = try json.required("data")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("name", name)
        object.set("data", data)
        return .object(object)
    }
}

/// The data of the event `profile.changed`.
public struct ProfileChangedEvent: JSONRepresentable, Equatable, Sendable {
    /// 1.
    public let type: Int
    /// The user whose profile changed.
    public let fromUser: String
    /// The name that others see.
    public let nickname: String
    /// The avatar.
    public let faceUrl: String
    /// The profile's version, as in `profile.get`.
    public let version: Int

    public init(json: JSON) throws(MartletError) {
        type = try json.required("type")
        fromUser = try json.required("fromUser")
        nickname = try json.required("nickname")
        faceUrl = try json.required("faceUrl")
        version = try json.required("version")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("type", type)
        object.set("fromUser", fromUser)
        object.set("nickname", nickname)
        object.set("faceUrl", faceUrl)
        object.set("version", version)
        return .object(object)
    }
}

/// The data of the event `push.globalDndChanged`.
public struct PushGlobalDndChangedEvent: JSONRepresentable, Equatable, Sendable {
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

/// The data of the event `receipt.delivered`.
public struct ReceiptDeliveredEvent: JSONRepresentable, Equatable, Sendable {
    /// The conversation.
    public let conversationID: String
    /// Every message up to there has come.
    public let seq: Int

    public init(json: JSON) throws(MartletError) {
        conversationID = try json.required("conversationID")
        seq = try json.required("seq")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("conversationID", conversationID)
        object.set("seq", seq)
        return .object(object)
    }
}

/// The data of the event `receipt.new`.
public struct ReceiptNewEvent: JSONRepresentable, Equatable, Sendable {
    /// The conversation.
    public let conversationID: String
    /// Every message up to then has been read.
    public let timestamp: Int

    public init(json: JSON) throws(MartletError) {
        conversationID = try json.required("conversationID")
        timestamp = try json.required("timestamp")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("conversationID", conversationID)
        object.set("timestamp", timestamp)
        return .object(object)
    }
}

public struct SubscriptionChangedOnOtherDevicesEventEvent: JSONRepresentable, Equatable, Sendable {
    public let userId: String
    public let subscribeType: Int
    public let operationType: Int
    public let subscribeTime: Int
    public let expiry: Int

    public init(json: JSON) throws(MartletError) {
        userId = try json.required("userId")
        subscribeType = try json.required("subscribeType")
        operationType = try json.required("operationType")
        subscribeTime = try json.required("subscribeTime")
        expiry = try json.required("expiry")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("userId", userId)
        object.set("subscribeType", subscribeType)
        object.set("operationType", operationType)
        object.set("subscribeTime", subscribeTime)
        object.set("expiry", expiry)
        return .object(object)
    }
}

/// The data of the event `subscription.changedOnOtherDevices`.
public struct SubscriptionChangedOnOtherDevicesEvent: JSONRepresentable, Equatable, Sendable {
    /// The device; absent in events from before release 0.2.
    public let device: String?
    /// `operationType` 0: subscribed, 1: unsubscribed.
    public let events: [SubscriptionChangedOnOtherDevicesEventEvent]

    public init(json: JSON) throws(MartletError) {
        device = try json.optional("device")
        events = try json.required("events")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("device", device)
        object.set("events", events)
        return .object(object)
    }
}

/// The data of the event `group.invitationDidReceive`.
public struct GroupInvitationDidReceiveEvent: JSONRepresentable, Equatable, Sendable {
    /// The group.
    public let groupID: String
    /// Only if the user itself did it, or an administrator in the user's name.
    public let own: Bool?
    /// A user.
    public let inviter: String
    /// As it was given.
    public let message: String
    /// The group's name.
    public let name: String
    /// The group's avatar.
    public let avatar: String
    /// How many members the group has.
    public let memberCount: Int

    public init(json: JSON) throws(MartletError) {
        groupID = try json.required("groupID")
        own = try json.optional("self")
        inviter = try json.required("inviter")
        message = try json.required("message")
        name = try json.required("name")
        avatar = try json.required("avatar")
        memberCount = try json.required("memberCount")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("self", own)
        object.set("inviter", inviter)
        object.set("message", message)
        object.set("name", name)
        object.set("avatar", avatar)
        object.set("memberCount", memberCount)
        return .object(object)
    }
}

/// The data of the event `group.invitationDidAccept`.
public struct GroupInvitationDidAcceptEvent: JSONRepresentable, Equatable, Sendable {
    /// The group.
    public let groupID: String
    /// Only if the user itself did it, or an administrator in the user's name.
    public let own: Bool?
    /// A user.
    public let invitee: String

    public init(json: JSON) throws(MartletError) {
        groupID = try json.required("groupID")
        own = try json.optional("self")
        invitee = try json.required("invitee")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("self", own)
        object.set("invitee", invitee)
        return .object(object)
    }
}

/// The data of the event `group.invitationDidDecline`.
public struct GroupInvitationDidDeclineEvent: JSONRepresentable, Equatable, Sendable {
    /// The group.
    public let groupID: String
    /// Only if the user itself did it, or an administrator in the user's name.
    public let own: Bool?
    /// A user.
    public let invitee: String
    /// As it was given.
    public let reason: String

    public init(json: JSON) throws(MartletError) {
        groupID = try json.required("groupID")
        own = try json.optional("self")
        invitee = try json.required("invitee")
        reason = try json.required("reason")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("self", own)
        object.set("invitee", invitee)
        object.set("reason", reason)
        return .object(object)
    }
}

/// The data of the event `group.joinRequestDidReceive`.
public struct GroupJoinRequestDidReceiveEvent: JSONRepresentable, Equatable, Sendable {
    /// The group.
    public let groupID: String
    /// Only if the user itself did it, or an administrator in the user's name.
    public let own: Bool?
    /// A user.
    public let user: String
    /// As it was given.
    public let reason: String

    public init(json: JSON) throws(MartletError) {
        groupID = try json.required("groupID")
        own = try json.optional("self")
        user = try json.required("user")
        reason = try json.required("reason")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("self", own)
        object.set("user", user)
        object.set("reason", reason)
        return .object(object)
    }
}

/// The data of the event `group.joinRequestDidApprove`.
public struct GroupJoinRequestDidApproveEvent: JSONRepresentable, Equatable, Sendable {
    /// The group.
    public let groupID: String
    /// Only if the user itself did it, or an administrator in the user's name.
    public let own: Bool?
    /// A user.
    public let applicant: String
    /// A user.
    public let `operator`: String

    public init(json: JSON) throws(MartletError) {
        groupID = try json.required("groupID")
        own = try json.optional("self")
        applicant = try json.required("applicant")
        `operator` = try json.required("operator")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("self", own)
        object.set("applicant", applicant)
        object.set("operator", `operator`)
        return .object(object)
    }
}

/// The data of the event `group.joinRequestDidDecline`.
public struct GroupJoinRequestDidDeclineEvent: JSONRepresentable, Equatable, Sendable {
    /// The group.
    public let groupID: String
    /// Only if the user itself did it, or an administrator in the user's name.
    public let own: Bool?
    /// As it was given.
    public let reason: String
    /// A user.
    public let decliner: String
    /// A user.
    public let applicant: String

    public init(json: JSON) throws(MartletError) {
        groupID = try json.required("groupID")
        own = try json.optional("self")
        reason = try json.required("reason")
        decliner = try json.required("decliner")
        applicant = try json.required("applicant")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("self", own)
        object.set("reason", reason)
        object.set("decliner", decliner)
        object.set("applicant", applicant)
        return .object(object)
    }
}

/// The data of the event `group.didJoin`.
public struct GroupDidJoinEvent: JSONRepresentable, Equatable, Sendable {
    /// The group.
    public let groupID: String
    /// Only if the user itself did it, or an administrator in the user's name.
    public let own: Bool?
    /// A user.
    public let inviter: String
    /// As it was given.
    public let message: String

    public init(json: JSON) throws(MartletError) {
        groupID = try json.required("groupID")
        own = try json.optional("self")
        inviter = try json.required("inviter")
        message = try json.required("message")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("self", own)
        object.set("inviter", inviter)
        object.set("message", message)
        return .object(object)
    }
}

/// The data of the event `group.didLeave`.
public struct GroupDidLeaveEvent: JSONRepresentable, Equatable, Sendable {
    /// The group.
    public let groupID: String
    /// Only if the user itself did it, or an administrator in the user's name.
    public let own: Bool?
    /// 0: removed; 1: left; 2: the group was destroyed.
    public let reason: Int

    public init(json: JSON) throws(MartletError) {
        groupID = try json.required("groupID")
        own = try json.optional("self")
        reason = try json.required("reason")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("self", own)
        object.set("reason", reason)
        return .object(object)
    }
}

/// The data of the event `group.userDidJoin`.
public struct GroupUserDidJoinEvent: JSONRepresentable, Equatable, Sendable {
    /// The group.
    public let groupID: String
    /// Only if the user itself did it, or an administrator in the user's name.
    public let own: Bool?
    /// A user.
    public let user: String

    public init(json: JSON) throws(MartletError) {
        groupID = try json.required("groupID")
        own = try json.optional("self")
        user = try json.required("user")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("self", own)
        object.set("user", user)
        return .object(object)
    }
}

/// The data of the event `group.userDidLeave`.
public struct GroupUserDidLeaveEvent: JSONRepresentable, Equatable, Sendable {
    /// The group.
    public let groupID: String
    /// Only if the user itself did it, or an administrator in the user's name.
    public let own: Bool?
    /// A user.
    public let user: String

    public init(json: JSON) throws(MartletError) {
        groupID = try json.required("groupID")
        own = try json.optional("self")
        user = try json.required("user")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("self", own)
        object.set("user", user)
        return .object(object)
    }
}

/// The data of the event `group.muteListDidUpdate`.
public struct GroupMuteListDidUpdateEvent: JSONRepresentable, Equatable, Sendable {
    /// The group.
    public let groupID: String
    /// Only if the user itself did it, or an administrator in the user's name.
    public let own: Bool?
    /// Users.
    public let added: [String]?
    /// Users.
    public let removed: [String]?
    /// With `added`: when the mute ends, in milliseconds; -1: never.
    public let muteExpire: Int?

    public init(json: JSON) throws(MartletError) {
        groupID = try json.required("groupID")
        own = try json.optional("self")
        added = try json.optional("added")
        removed = try json.optional("removed")
        muteExpire = try json.optional("muteExpire")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("self", own)
        object.set("added", added)
        object.set("removed", removed)
        object.set("muteExpire", muteExpire)
        return .object(object)
    }
}

/// The data of the event `group.whiteListDidUpdate`.
public struct GroupWhiteListDidUpdateEvent: JSONRepresentable, Equatable, Sendable {
    /// The group.
    public let groupID: String
    /// Only if the user itself did it, or an administrator in the user's name.
    public let own: Bool?
    /// Users.
    public let added: [String]?
    /// Users.
    public let removed: [String]?

    public init(json: JSON) throws(MartletError) {
        groupID = try json.required("groupID")
        own = try json.optional("self")
        added = try json.optional("added")
        removed = try json.optional("removed")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("self", own)
        object.set("added", added)
        object.set("removed", removed)
        return .object(object)
    }
}

/// The data of the event `group.allMemberMuteChanged`.
public struct GroupAllMemberMuteChangedEvent: JSONRepresentable, Equatable, Sendable {
    /// The group.
    public let groupID: String
    /// Only if the user itself did it, or an administrator in the user's name.
    public let own: Bool?
    /// Whether all members are muted.
    public let isAllMemberMuted: Bool

    public init(json: JSON) throws(MartletError) {
        groupID = try json.required("groupID")
        own = try json.optional("self")
        isAllMemberMuted = try json.required("isAllMemberMuted")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("self", own)
        object.set("isAllMemberMuted", isAllMemberMuted)
        return .object(object)
    }
}

/// The data of the event `group.adminListDidUpdate`.
public struct GroupAdminListDidUpdateEvent: JSONRepresentable, Equatable, Sendable {
    /// The group.
    public let groupID: String
    /// Only if the user itself did it, or an administrator in the user's name.
    public let own: Bool?
    /// A user.
    public let added: String?
    /// A user.
    public let removed: String?

    public init(json: JSON) throws(MartletError) {
        groupID = try json.required("groupID")
        own = try json.optional("self")
        added = try json.optional("added")
        removed = try json.optional("removed")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("self", own)
        object.set("added", added)
        object.set("removed", removed)
        return .object(object)
    }
}

/// The data of the event `group.ownerDidUpdate`.
public struct GroupOwnerDidUpdateEvent: JSONRepresentable, Equatable, Sendable {
    /// The group.
    public let groupID: String
    /// Only if the user itself did it, or an administrator in the user's name.
    public let own: Bool?
    /// A user.
    public let newOwner: String
    /// A user.
    public let oldOwner: String

    public init(json: JSON) throws(MartletError) {
        groupID = try json.required("groupID")
        own = try json.optional("self")
        newOwner = try json.required("newOwner")
        oldOwner = try json.required("oldOwner")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("self", own)
        object.set("newOwner", newOwner)
        object.set("oldOwner", oldOwner)
        return .object(object)
    }
}

/// The data of the event `group.announcementDidUpdate`.
public struct GroupAnnouncementDidUpdateEvent: JSONRepresentable, Equatable, Sendable {
    /// The group.
    public let groupID: String
    /// Only if the user itself did it, or an administrator in the user's name.
    public let own: Bool?
    /// As it was given.
    public let announcement: String

    public init(json: JSON) throws(MartletError) {
        groupID = try json.required("groupID")
        own = try json.optional("self")
        announcement = try json.required("announcement")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("self", own)
        object.set("announcement", announcement)
        return .object(object)
    }
}

/// The data of the event `group.fileListDidUpdate`.
public struct GroupFileListDidUpdateEvent: JSONRepresentable, Equatable, Sendable {
    /// The group.
    public let groupID: String
    /// Only if the user itself did it, or an administrator in the user's name.
    public let own: Bool?
    public let added: SharedFile?
    /// Only if a file was removed: its id.
    public let removed: String?

    public init(json: JSON) throws(MartletError) {
        groupID = try json.required("groupID")
        own = try json.optional("self")
        added = try json.optional("added")
        removed = try json.optional("removed")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("self", own)
        object.set("added", added)
        object.set("removed", removed)
        return .object(object)
    }
}

/// The data of the event `group.specificationDidUpdate`.
public struct GroupSpecificationDidUpdateEvent: JSONRepresentable, Equatable, Sendable {
    /// The group.
    public let groupID: String
    /// Only if the user itself did it, or an administrator in the user's name.
    public let own: Bool?
    public let group: GroupInfo

    public init(json: JSON) throws(MartletError) {
        groupID = try json.required("groupID")
        own = try json.optional("self")
        group = try json.required("group")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("self", own)
        object.set("group", group)
        return .object(object)
    }
}

/// The data of the event `group.attributesChangedOfMember`.
public struct GroupAttributesChangedOfMemberEvent: JSONRepresentable, Equatable, Sendable {
    /// The group.
    public let groupID: String
    /// Only if the user itself did it, or an administrator in the user's name.
    public let own: Bool?
    /// A user.
    public let userID: String
    /// The changed attributes; an empty one was deleted.
    public let attributes: [String: String]
    /// A user.
    public let operatorID: String

    public init(json: JSON) throws(MartletError) {
        groupID = try json.required("groupID")
        own = try json.optional("self")
        userID = try json.required("userID")
        attributes = try json.required("attributes")
        operatorID = try json.required("operatorID")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("self", own)
        object.set("userID", userID)
        object.set("attributes", attributes)
        object.set("operatorID", operatorID)
        return .object(object)
    }
}

/// The data of the event `group.notifyStateChanged`.
public struct GroupNotifyStateChangedEvent: JSONRepresentable, Equatable, Sendable {
    /// The group.
    public let groupID: String
    /// Only if the user itself did it, or an administrator in the user's name.
    public let own: Bool?
    /// The state as it is now.
    public let state: Int

    public init(json: JSON) throws(MartletError) {
        groupID = try json.required("groupID")
        own = try json.optional("self")
        state = try json.required("state")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("self", own)
        object.set("state", state)
        return .object(object)
    }
}

/// The data of the event `group.blockChanged`.
public struct GroupBlockChangedEvent: JSONRepresentable, Equatable, Sendable {
    /// The group.
    public let groupID: String
    /// Only if the user itself did it, or an administrator in the user's name.
    public let own: Bool?
    /// Whether the member blocks the group now.
    public let isBlocked: Bool

    public init(json: JSON) throws(MartletError) {
        groupID = try json.required("groupID")
        own = try json.optional("self")
        isBlocked = try json.required("isBlocked")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("self", own)
        object.set("isBlocked", isBlocked)
        return .object(object)
    }
}

/// The data of the event `group.notificationDidReceive`.
public struct GroupNotificationDidReceiveEvent: JSONRepresentable, Equatable, Sendable {
    /// The group.
    public let groupID: String
    /// Only if the user itself did it, or an administrator in the user's name.
    public let own: Bool?
    /// As it was given.
    public let name: String
    /// As it was sent.
    public let data: JSON

    public init(json: JSON) throws(MartletError) {
        groupID = try json.required("groupID")
        own = try json.optional("self")
        name = try json.required("name")
        data = try json.required("data")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("self", own)
        object.set("name", name)
        object.set("data", data)
        return .object(object)
    }
}

/// The data of the event `group.valuesChanged`.
public struct GroupValuesChangedEvent: JSONRepresentable, Equatable, Sendable {
    /// The group.
    public let groupID: String
    /// Only if the user itself did it, or an administrator in the user's name.
    public let own: Bool?
    /// What was set. Its version is the event's `seq`.
    public let set: [GroupValue]
    /// The keys that are gone.
    public let removed: [String]
    /// Only if counters or their sums are others: all counters with their sums. Every second at most of what is
    /// counted.
    public let counters: [String: Int]?

    public init(json: JSON) throws(MartletError) {
        groupID = try json.required("groupID")
        own = try json.optional("self")
        set = try json.required("set")
        removed = try json.required("removed")
        counters = try json.optional("counters")
    }

    public var json: JSON {
        var object = JSONObject()
        object.set("groupID", groupID)
        object.set("self", own)
        object.set("set", set)
        object.set("removed", removed)
        object.set("counters", counters)
        return .object(object)
    }
}
