import ClientProtocol
import JSON

/// C-Q22: the user has deleted conversations.
package struct ConversationDeleted: EventDefinition, StreamedEvent {
    package static let declaration = Event(
        "conversation.deleted", "The user has deleted conversations and their history up to now. In the user's stream.",
        to: .user, in: .user, data: [Field("conversationIDs", .strings, "The conversations.")])

    /// A JSON list.
    let ids: String

    package static func replayed(_ row: StoredEvent, by replay: EventReplay) throws(CommandError)
        -> ConversationDeleted?
    {
        ConversationDeleted(ids: row.detail ?? "[]")
    }

    package var weight: Int { 96 + ids.utf8.count }

    package func write(to json: inout JSONWriter) {
        json.key("conversationIDs")
        var ids = ids
        ids.withUTF8 { json.value(raw: UnsafeRawBufferPointer($0)) }
    }
}
