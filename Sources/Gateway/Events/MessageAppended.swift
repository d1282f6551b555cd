import Chat
import ClientProtocol
import Domain
import JSON

/// N-03: more of a message's text, as it comes.
struct MessageAppended: EventDefinition {
    static let declaration = Event(
        "message.appended",
        "More of the text of a message that is being streamed. The message itself comes by `message.new`, with the same "
            + "`streamID`, and takes the place of the text. In no stream: a session that watches again has the text so far "
            + "in its reply.",
        to: .watchers,
        data: [
            Field("conversationID", .string, "The conversation, as this user sees it."),
            Field("streamID", .string, "The id of the text until it is a message."),
            Field("from", .string, "Its sender."),
            Field(
                "offset", .integer,
                "Where this part begins, in bytes of UTF-8. 0: the text begins anew. With a hole before it, watch again."
            ),
            Field("text", .string, "This part."),
        ])

    let conversation: ConversationID
    let id: StreamedMessageID
    let from: UserID
    let offset: Int
    let text: String

    func write(to json: inout JSONWriter) {
        json.field("conversationID", conversation)
        json.field("streamID", id.text)
        json.field("from", from.text)
        json.field("offset", offset)
        json.field("text", text)
    }
}
