import ClientProtocol
import JSON

/// Conversations of the list look otherwise than before. Changes by a message are in no stream.
package struct ConversationChanged: EventDefinition, StreamedEvent {
    package static let declaration = Event(
        "conversation.changed",
        "Conversations of the list have changed: by a message, reading, a mark, pinning, an option, or the other "
            + "user's name. In the user's stream, except for changes by a message. For messages in a group it "
            + "comes at once, and then once for all messages of an interval.",
        to: .user, in: .user,
        data: [
            Field("conversations", .list(ConversationView.type), "Each conversation complete, as it is now.")
        ])

    package let conversations: [ConversationView]

    package init(conversations: [ConversationView]) {
        self.conversations = conversations
    }

    /// A conversation that has left the list is not told.
    package static func replayed(_ row: StoredEvent, by replay: EventReplay) throws(CommandError)
        -> ConversationChanged?
    {
        try replay.view(of: row.subject.conversation).map { ConversationChanged(conversations: [$0]) }
    }

    package var weight: Int { conversations.reduce(0) { $0 + $1.weight } }

    package func write(to json: inout JSONWriter) { json.conversations(conversations) }
}
