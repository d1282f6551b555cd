import ClientProtocol
import JSON

/// C-Q14: conversations have come into the list.
package struct ConversationNew: EventDefinition, StreamedEvent {
    package static let declaration = Event(
        "conversation.new",
        "Conversations have come into the list: by a first message, by joining a group, or by the first message "
            + "after a deletion. In the user's stream.",
        to: .user, in: .user,
        data: [
            Field("conversations", .list(ConversationView.type), "Each conversation complete, as it is now.")
        ])

    package let conversation: ConversationView

    /// A conversation that has left the list is not told.
    package static func replayed(_ row: StoredEvent, by replay: EventReplay) throws(CommandError) -> ConversationNew? {
        try replay.view(of: row.subject.conversation).map { ConversationNew(conversation: $0) }
    }

    package var weight: Int { conversation.weight }

    package func write(to json: inout JSONWriter) {
        json.array("conversations") { json in json.object { $0.conversation(conversation) } }
    }
}
