import ClientProtocol
import Domain
import JSON

/// M-33: somebody types, or the like.
struct MessageSignaled: DomainEvent, EventDefinition {
    static let declaration = Event(
        "message.signaled", "Another user's signal in a conversation, such as that it types. In no stream.",
        to: [.user, .members],
        data: [
            Field("conversationID", .string, "The conversation, as this user sees it."),
            Field("from", .string, "The sender."), Field("name", .string, "As it was sent."),
            Field(optional: "data", .openObject, "As it was sent."),
        ])

    let conversation: ConversationID
    let from: UserID
    let signal: Signal

    func write(to json: inout JSONWriter) {
        json.field("conversationID", conversation)
        json.field("from", from.text)
        json.field("name", signal.name)
        guard var data = signal.data else { return }
        json.key("data")
        data.withUTF8 { json.value(raw: UnsafeRawBufferPointer($0)) }
    }
}
