import ClientProtocol
import Domain
import JSON

/// M-37: a message has expired. A device that was away learns of it by its place, as of other changes (M-09).
struct MessageGone: DomainEvent, EventDefinition {
    static let declaration = Event(
        "message.gone",
        "A message has expired: drop what you have of it. For every device of all who could read it in the history. "
            + "Devices that were away learn of it by `resume.changes` of `session.open`.",
        to: [.user, .members],
        data: [
            Field("conversationID", .string, "The conversation, as this user sees it."),
            Field("change", .integer, "The place of the change in the conversation."),
            Field("msgId", .string, "The message's id."),
            Field("seq", .integer, "The message's number in the conversation."),
        ])

    let view: MessageView

    var changesUnread: Bool { true }
    var telling: ChangeTelling { .atOnce }

    func write(to json: inout JSONWriter) {
        json.field("conversationID", view.conversation)
        json.field("change", view.message.change.rawValue)
        json.id(view.message.id)
        json.field("seq", view.message.seq.rawValue)
    }
}
