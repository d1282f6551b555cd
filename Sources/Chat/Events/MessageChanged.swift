import ClientProtocol
import Domain
import JSON

/// M-07: a message is otherwise than it was told before. A device that was away learns of it by its place (M-09).
struct MessageChanged: DomainEvent, EventDefinition {
    static let declaration = Event(
        "message.changed",
        "A message was recalled, edited or pinned, or has other reactions. For every device of all who can read it in the "
            + "history. Devices that were away learn of it by `resume.changes` of `session.open`.",
        to: [.user, .members],
        data: [
            Field("conversationID", .string, "The conversation, as this user sees it."),
            Field("change", .integer, "The place of the change in the conversation: from 1, rising."),
            Field("message", MessageView.type, "The message whole, as it is now."),
        ])

    let view: MessageView
    /// M-24: in a group such changes are told together.
    var isGathered = false

    var changesUnread: Bool { !isGathered }
    var telling: ChangeTelling { isGathered ? .gathered(view.message.id) : .atOnce }

    func write(to json: inout JSONWriter) {
        json.field("conversationID", view.conversation)
        json.field("change", view.message.change.rawValue)
        json.object("message") { $0.message(view) }
    }
}
