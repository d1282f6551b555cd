import ClientProtocol
import Domain
import JSON

/// D-08: the user has written at a draft, on another device.
struct ConversationDraftChanged: DomainEvent, EventDefinition {
    static let declaration = Event(
        "conversation.draftChanged",
        "A draft of the user has changed, or has ended. Each 2 seconds at most, and not in a stream.", to: .user,
        data: [
            Field("conversationID", .string, "The conversation."),
            Field(optional: "draft", ConversationNote.draftType, "The draft; absent: there is none any more."),
        ])

    let conversation: ConversationID
    let note: ConversationNote

    /// The device that wrote it has its version.
    var sparesOrigin: Bool { true }

    func write(to json: inout JSONWriter) {
        json.field("conversationID", conversation)
        note.writeDraft(to: &json)
    }
}
