import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI

/// What the state tell, as it stands on the wire (docs/protocol.md).
extension JSONWriter {
    /// The whole event.
    mutating func serverEvent(_ content: ServerEvent.Content) {
        switch content {
        case .message(let message):
            event(MessageOperations.new) { $0.message(message) }
        case .conversations(let conversations, let isNew, let seq):
            event(isNew ? ConversationOperations.new : ConversationOperations.changed, seq: seq) { json in
                json.conversations(conversations)
            }
        case .conversationsDeleted(let ids, let seq):
            event(ConversationOperations.deleted, seq: seq) { $0.deletedConversations(ids) }
        case .total(let total):
            event(ConversationOperations.totalChanged) { $0.field("total", total) }
        case .receipt(let receipt, let seq):
            event(MessageOperations.receipt, seq: seq) { $0.receipt(receipt) }
        case .groupReceipts(let receipts, let group):
            event(GroupReceiptOperations.changed) { json in
                json.field("groupID", group)
                json.groupReceipts(receipts)
            }
        case .relation(let relation, let seq):
            event(FriendOperations.changed, seq: seq) { $0.relation(relation) }
        case .profile(let user, let seq):
            event(ProfileOperations.changed, seq: seq) { $0.profileChange(of: user) }
        case .friendGroups(let change):
            event(FriendGroupOperations.changed) { $0.friendGroupsChange(change) }
        case .group(let event, let isOfGroup):
            groupEvent(event, isOfGroup: isOfGroup)
        case .subscriptions(let change, let seq):
            event(SubscriptionOperations.changedElsewhere, seq: seq) { $0.subscriptionChanges(change) }
        case .quietHours(let hours):
            event(PushOperations.quietHoursChanged) { $0.quietHours(hours) }
        case .subscriptionEvent:
            preconditionFailure("news is gathered")
        case .entered, .left:
            preconditionFailure("who is in a room is nothing to tell")
        case .accountEnded:
            preconditionFailure("the end of an account is told by a close code")
        }
    }

    mutating func message(_ view: MessageView) {
        let message = view.message
        field("msgId", String(message.id))
        field("clientMsgId", message.clientID)
        field("conversationID", view.conversation.description)
        field("sessionType", view.sessionType.rawValue)
        field("seq", message.seq)
        field("from", view.from.text)
        if let nickname = message.nickname { field("nickname", nickname) }
        field("type", message.kind.rawValue)
        body(of: message)
        field("time", message.time)
        if let text = message.pushText { field("apnsContent", text) }
        if var mentions = message.mentions {
            key("atUserList")
            mentions.withUTF8 { value(raw: UnsafeRawBufferPointer($0)) }
        }
        let unusual = message.settings.symmetricDifference(.standard)
        if unusual.isEmpty { return }
        for (name, setting) in MessageSettings.named where unusual.contains(setting) {
            field(name, message.settings.contains(setting))
        }
    }

    private mutating func body(of message: StoredMessage) {
        key("body")
        var body = message.body
        body.withUTF8 { value(raw: UnsafeRawBufferPointer($0)) }
    }

    mutating func conversations(_ conversations: [ConversationView]) {
        array("conversations") { json in
            for conversation in conversations { json.object { $0.conversation(conversation) } }
        }
    }

    private mutating func deletedConversations(_ ids: String) {
        key("conversationIDs")
        var ids = ids
        ids.withUTF8 { value(raw: UnsafeRawBufferPointer($0)) }
    }

    mutating func conversation(_ view: ConversationView) {
        field("conversationID", view.id.description)
        switch view.id {
        case .c2c(let user):
            field("type", ConversationType.c2c.rawValue)
            field("userID", user.text)
        case .group(let group):
            field("type", ConversationType.group.rawValue)
            field("groupID", group)
        }
        if let kind = view.groupKind { field("groupType", kind == .group ? "team" : "superTeam" as StaticString) }
        field("showName", view.showName)
        field("faceUrl", view.faceURL)
        field("unreadCount", view.unreadCount)
        field("recvOpt", view.option.rawValue)
        field("isPinned", view.isPinned)
        field("isMarkedUnread", view.isMarkedUnread)
        array("groupAtInfolist") { json in
            for mention in view.mentions {
                json.object { json in
                    json.field("seq", mention.seq)
                    json.field("atType", mention.kind.rawValue)
                }
            }
        }
        if let last = view.last {
            object("lastMessage") { $0.lastMessage(last) }
        } else {
            null("lastMessage")
        }
        field("seq", view.seq)
        field("readSeq", view.readSeq)
        if view.peerReadTime > 0 { field("peerReadTime", view.peerReadTime) }
    }

    /// TIM's `timestamp` is in seconds.
    private mutating func lastMessage(_ view: MessageView) {
        field("msgId", String(view.message.id))
        field("seq", view.message.seq)
        field("from", view.from.text)
        if let nickname = view.message.nickname { field("nickname", nickname) }
        field("type", view.message.kind.rawValue)
        body(of: view.message)
        field("timestamp", view.message.time / 1_000)
        field("time", view.message.time)
    }

    mutating func receipt(_ view: ReceiptView) {
        field("conversationID", view.conversation.description)
        field("timestamp", view.time)
    }

    mutating func groupReceipts(_ receipts: [GroupReceiptView]) {
        array("receipts") { json in
            for receipt in receipts {
                json.object { json in
                    json.field("msgId", String(receipt.message))
                    json.field("readCount", receipt.readCount)
                    json.field("unreadCount", receipt.unreadCount)
                }
            }
        }
    }

    mutating func events(_ events: [StreamEvent]) {
        array("events") { json in
            for event in events {
                json.object { json in
                    json.field("seq", event.seq)
                    json.streamEvent(event.content)
                }
            }
        }
    }

    private mutating func streamEvent(_ content: StreamEvent.Content) {
        switch content {
        case .receipt(let receipt):
            field("event", MessageOperations.receipt.name)
            object("data") { $0.receipt(receipt) }
        case .conversation(let conversation, let isNew):
            field("event", isNew ? ConversationOperations.new.name : ConversationOperations.changed.name)
            object("data") { $0.conversations([conversation]) }
        case .conversationsDeleted(let ids):
            field("event", ConversationOperations.deleted.name)
            object("data") { $0.deletedConversations(ids) }
        case .relation(let relation):
            field("event", FriendOperations.changed.name)
            object("data") { $0.relation(relation) }
        case .profile(let user):
            field("event", ProfileOperations.changed.name)
            object("data") { $0.profileChange(of: user) }
        case .group(let event):
            field("event", GroupEvents.event(event.kind.rawValue).name)
            data(of: event)
        case .subscriptions(let change):
            field("event", SubscriptionOperations.changedElsewhere.name)
            object("data") { $0.subscriptionChanges(change) }
        }
    }

    mutating func resumption(_ resumption: Resumption) {
        object("resume") { json in
            json.object("user") { json in
                json.stream(resumption.user) { json, events in json.events(events) }
            }
            json.object("conversations") { json in
                for (id, stream) in resumption.conversations {
                    json.key(id)
                    json.object { json in
                        json.stream(stream) { json, messages in json.messages(messages) }
                    }
                }
            }
            json.object("groups") { json in
                for (id, stream) in resumption.groups {
                    json.key(id)
                    json.object { json in
                        json.stream(stream) { json, events in json.groupEvents(events) }
                    }
                }
            }
        }
    }

    mutating func messages(_ messages: [MessageView]) {
        array("messages") { json in
            for message in messages { json.object { $0.message(message) } }
        }
    }

    private mutating func stream<Item>(
        _ stream: Resumption.Stream<Item>, _ items: (inout JSONWriter, [Item]) -> Void
    ) {
        switch stream.verdict {
        case .recovered(let found):
            field("verdict", "recovered" as StaticString)
            field("seq", stream.seq)
            items(&self, found)
        case .gap(let range):
            field("verdict", "gap" as StaticString)
            field("seq", stream.seq)
            field("from", range.lowerBound)
            field("to", range.upperBound)
        case .reset(let first):
            field("verdict", "reset" as StaticString)
            field("seq", stream.seq)
            field("from", first)
        }
    }
}
