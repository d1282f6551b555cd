import ClientProtocol
import Domain
import JSON

/// D-01: messages have come to a device of the other user.
struct ReceiptDelivered: DomainEvent, EventDefinition {
    static let declaration = Event(
        "receipt.delivered",
        "Messages have come to a device of the other user of a conversation. Each second at most, and not in a stream.",
        to: .user,
        data: [
            Field("conversationID", .string, "The conversation."),
            Field("seq", .integer, "Every message up to there has come."),
        ])

    let conversation: ConversationID
    let seq: Seq

    func write(to json: inout JSONWriter) {
        json.field("conversationID", conversation)
        json.field("seq", seq.rawValue)
    }
}
