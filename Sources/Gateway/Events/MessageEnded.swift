import Chat
import ClientProtocol
import Domain
import JSON

/// N-06: a text that was shown becomes no message.
struct MessageEnded: EventDefinition {
    static let declaration = Event(
        "message.ended",
        "A text that was being streamed becomes no message: clients show it no longer.", to: .watchers,
        data: [
            Field("conversationID", .string, "The conversation, as this user sees it."),
            Field("streamID", .string, "The id of the text."),
            Field(
                "reason", .words(Reason.allCases.map(\.rawValue)),
                "`refused`: it may not be sent any more; `failed`: it could not be stored, or its node is gone. The "
                    + "others are as in `broken` of a message."),
        ])

    enum Reason: String, CaseIterable {
        case aborted, idle, tooLong, tooLarge, draining, stopped, refused, failed

        init(_ reason: StreamBreak) {
            guard let same = Reason(rawValue: reason.rawValue) else { preconditionFailure("no reason \(reason)") }
            self = same
        }
    }

    let conversation: ConversationID
    let id: StreamedMessageID
    let reason: Reason

    func write(to json: inout JSONWriter) {
        json.field("conversationID", conversation)
        json.field("streamID", id.text)
        json.field("reason", reason.rawValue)
    }
}
