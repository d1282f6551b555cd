import ClientProtocol
import JSON

/// A message, told to a user or to a group. Its place in a stream is its conversation and its seq.
struct MessageNew: DomainEvent, EventDefinition {
    static let declaration = Event(
        "message.new",
        "A message, for every device of the receivers and the sender's other devices. Its place in the stream is "
            + "its conversation and `seq`.",
        to: [.user, .otherSessions, .members],
        data: [
            Field("msgId", "string", "The message's id."),
            Field("clientMsgId", "string", "The sender's own id for the message."),
            Field("conversationID", "string", "The conversation, as the receiver of the event sees it."),
            Field("sessionType", "integer", "0: between two users; 1: in a group; 5: in a super team."),
            Field("seq", "integer", "The message's number in the conversation."),
            Field("from", "string", "The sender."),
            Field("type", "integer", "As it was sent; 5: a notification of the gateway in a group."),
            Field("body", "object", "As it was sent; for a notification see [group-messages.md](group-messages.md)."),
            Field("time", "milliseconds since 1970", "When the gateway accepted the message."),
            Field("apnsContent", "string", "Only if it was sent with one."),
            Field("atUserList", "list of strings", "Only if it was sent with one."),
            Field("history …", "boolean", "Settings of `message.send` that differ from their defaults."),
        ])

    let view: MessageView
    /// T-Q08: the sender's copy.
    var isOwn = false

    var sparesOrigin: Bool { isOwn }
    var changesUnread: Bool { true }

    func write(to json: inout JSONWriter) { json.message(view) }
}
