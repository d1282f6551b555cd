import ClientProtocol
import Domain
import JSON

/// A message, told to a user or to a group. Its place in a stream is its conversation and its seq.
struct MessageNew: DomainEvent, EventDefinition {
    static let declaration = Event(
        "message.new",
        "A message, for every device of the receivers and the sender's other devices. Its place in the stream is "
            + "its conversation and `seq`.",
        to: [.user, .otherSessions, .members],
        data: MessageView.fields + [
            Field(
                optional: "unreadCount", .integer,
                "Only for the receiver of a message between two: how many messages of the conversation are unread now."),
            Field(
                optional: "totalUnread", .integer,
                "Only beside `unreadCount`, if it has changed: how many messages are unread in all."),
        ])

    let view: MessageView
    var unread: Int64?
    var totalUnread: Int64?
    /// T-Q08: the sender's copy.
    var isOwn = false

    /// The end of a call is in no reply (J-09).
    var sparesOrigin: Bool { isOwn && view.message.kind != .call }
    var changesUnread: Bool { !view.message.isTargeted }

    func write(to json: inout JSONWriter) {
        json.message(view)
        if let unread { json.field("unreadCount", unread) }
        if let totalUnread { json.field("totalUnread", totalUnread) }
    }
}
