import ClientProtocol
import Domain
import JSON

/// Messages and conversations as replies and events show them (docs/protocol.md).
extension MessageView {
    package static let fields =
        [
            Field("msgId", .string, "The message's id."),
            Field("clientMsgId", .string, "The sender's own id for the message."),
            Field("conversationID", .string, "The conversation, as this user sees it."),
            Field("sessionType", .numbers([0, 1, 5]), "0: between two users; 1: in a group; 5: in a super team."),
            Field("seq", .integer, "The message's number in the conversation."),
            Field("from", .string, "The sender."),
            Field(optional: "nickname", .string, "Only in a group: the sender's name there, if it has one."),
            kind, body,
            Field("time", .milliseconds, "When the gateway accepted the message."),
            Field(optional: "apnsContent", .string, "Only if it was sent with one."),
            Field(optional: "atUserList", .strings, "Only if it was sent with one."),
        ] + lifeFields + [reactions]
        + MessageSettings.named.map { name, _ in
            Field(optional: "\(name)", .boolean, "Only if it differs from the default of `message.send`.")
        }
    package static let type = ValueType.object(fields, called: "Message")

    fileprivate static let kind = Field(
        "type", .numbers(MessageKind.allCases.map(\.rawValue)),
        "As it was sent; 5: a notification of the gateway in a group.")
    fileprivate static let body = Field(
        "body", .openObject, "As it was sent; for a notification see [group-messages.md](group-messages.md).")
}

extension ConversationView {
    package static let type = ValueType.object(
        [
            Field("conversationID", .string, "`c2c_` and the other user's id, or `group_` and the group's."),
            Field("type", .numbers([1, 2]), "1: with a user; 2: of a group."),
            Field(optional: "userID", .string, "Only with a user: the other user."),
            Field(optional: "groupID", .string, "Only of a group: the group."),
            Field(optional: "groupType", .words(["team", "superTeam"]), "Only of a group that exists."),
            Field("showName", .string, "The name to show."),
            Field("faceUrl", .string, "The avatar to show."),
            Field("unreadCount", .integer, "How many messages are unread."),
            Field(
                "recvOpt", .numbers([0, 1, 2, 3, 4]),
                "As `conversation.setC2CReceiveOpt` or "
                    + "`conversation.setGroupReceiveOpt` has set it."),
            Field("isPinned", .boolean, "Whether it is pinned to the top."),
            Field("isMarkedUnread", .boolean, "Whether the user has marked it as unread."),
            Field(
                "groupAtInfolist", .list(.object([Field("seq", .integer), Field("atType", .numbers([1, 2, 3]))])),
                "Unread messages that mention the user (`atType` 1), all (2), or both (3)."),
            Field("lastMessage", .orNull(lastMessage), "The last message that the user may see."),
            Field("seq", .integer, "The seq of the last message, seen or not."),
            Field("readSeq", .integer, "The seq up to which the user has read."),
            Field(
                optional: "change", .integer,
                "Only if a message has ever changed: the place of the last change in the conversation."),
            Field(optional: "peerReadTime", .milliseconds, "Only if the other user has read: up to when."),
            Field(
                optional: "peerDeliveredSeq", .integer,
                "Only with `messages.deliveryReceipts`: up to where messages have come to a device of the other user."),
            Field(optional: "tags", .strings, "Only if the user has set any."),
            Field(optional: "ext", .string, "Likewise: data of the application."),
            Field(optional: "draft", ConversationNote.draftType, "Only if the user has one."),
        ], called: "Conversation")

    private static let lastMessage = ValueType.object(
        [
            Field("msgId", .string, "The message's id."),
            Field("seq", .integer, "The message's number in the conversation."),
            Field("from", .string, "The sender."),
            Field(optional: "nickname", .string, "Only in a group: the sender's name there, if it has one."),
            MessageView.kind, MessageView.body,
            Field("timestamp", .seconds, "The same as `time`."),
            Field("time", .milliseconds, "When the gateway accepted the message."),
        ] + MessageView.lifeFields, called: "LastMessage")
}

extension ConversationNote {
    static let draftType = ValueType.object(
        [Field("text", .string), Field("version", .integer, "For the next `conversation.setDraft`.")], called: "Draft")
}

extension ChangeView {
    package static let type = ValueType.object(
        [
            Field("change", .integer, "The place of the change."),
            Field("msgId", .string, "The message's id."),
            Field("seq", .integer, "The message's number in the conversation."),
            Field(optional: "isRecalled", .boolean, "Only if it was recalled: true."),
            Field(
                optional: "message", MessageView.type,
                "The message as it is now; absent if it is kept no longer: drop what is stored of it."),
        ], called: "Change")
}

extension GroupReceiptView {
    package static let type = ValueType.object([
        Field("msgId", .string), Field("readCount", .integer), Field("unreadCount", .integer),
    ])
}

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
        if let life = message.life {
            life.write(message, to: &self)
            life.writeReactions(view.mine, to: &self)
        }
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
        if view.change > 0 { field("change", view.change.rawValue) }
        if view.peerReadTime > 0 { field("peerReadTime", view.peerReadTime.rawValue) }
        if view.peerDeliveredSeq > 0 { field("peerDeliveredSeq", view.peerDeliveredSeq.rawValue) }
        view.note?.write(to: &self)
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
        if let life = view.message.life { life.write(view.message, to: &self) }
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
