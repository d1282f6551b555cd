import ClientProtocol
import Domain
import JSON

/// Messages and conversations as replies and events show them (docs/protocol.md).
extension JSONWriter {
    package mutating func message(_ view: MessageView) {
        let message = view.message
        id(message.id)
        field("clientMsgId", message.clientID)
        field("conversationID", view.conversation)
        field("sessionType", view.sessionType.rawValue)
        field("seq", message.seq.rawValue)
        field("from", view.from.text)
        if let nickname = message.nickname { field("nickname", nickname) }
        field("type", message.kind.rawValue)
        body(of: message)
        field("time", message.time.rawValue)
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

    package mutating func id(_ message: MessageNumber) {
        key("msgId")
        value(inQuotes: message.rawValue)
    }

    package mutating func field(_ name: StaticString, _ conversation: ConversationID) {
        key(name)
        value(prefix: conversation.prefix, conversation.name)
    }

    private mutating func body(of message: StoredMessage) {
        key("body")
        var body = message.body
        body.withUTF8 { value(raw: UnsafeRawBufferPointer($0)) }
    }

    package mutating func conversations(_ conversations: [ConversationView]) {
        array("conversations") { json in
            for conversation in conversations { json.object { $0.conversation(conversation) } }
        }
    }

    package mutating func conversation(_ view: ConversationView) {
        field("conversationID", view.id)
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
                    json.field("seq", mention.seq.rawValue)
                    json.field("atType", mention.kind.rawValue)
                }
            }
        }
        if let last = view.last {
            object("lastMessage") { $0.lastMessage(last) }
        } else {
            null("lastMessage")
        }
        field("seq", view.seq.rawValue)
        field("readSeq", view.readSeq.rawValue)
        if view.peerReadTime > 0 { field("peerReadTime", view.peerReadTime.rawValue) }
    }

    /// TIM's `timestamp` is in seconds.
    private mutating func lastMessage(_ view: MessageView) {
        id(view.message.id)
        field("seq", view.message.seq.rawValue)
        field("from", view.from.text)
        if let nickname = view.message.nickname { field("nickname", nickname) }
        field("type", view.message.kind.rawValue)
        body(of: view.message)
        field("timestamp", view.message.time.seconds.rawValue)
        field("time", view.message.time.rawValue)
    }

    package mutating func groupReceipts(_ receipts: [GroupReceiptView]) {
        array("receipts") { json in
            for receipt in receipts {
                json.object { json in
                    json.id(receipt.message)
                    json.field("readCount", receipt.readCount)
                    json.field("unreadCount", receipt.unreadCount)
                }
            }
        }
    }
}
