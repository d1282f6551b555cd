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

    package let conversations: [ConversationView]

    /// A conversation that has left the list is not told.
    package static func replayed(_ row: StoredEvent, by replay: EventReplay) throws(CommandError) -> ConversationNew? {
        try replay.view(of: row.subject.conversation).map { ConversationNew(conversations: [$0]) }
    }

    package var weight: Int { conversations.reduce(0) { $0 + $1.weight } }

    package func write(to json: inout JSONWriter) { json.conversations(conversations) }
}
