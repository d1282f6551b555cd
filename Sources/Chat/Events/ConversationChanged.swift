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

    /// Mostly there is one, which takes no memory beside the event.
    private let first: ConversationView
    private let others: ArraySlice<ConversationView>
    package private(set) var isImplied = false

    /// `isImplied`: by a message between two.
    init(_ conversation: ConversationView, isImplied: Bool = false) {
        first = conversation
        others = []
        self.isImplied = isImplied
    }

    /// Nil: there are none.
    package init?(_ conversations: [ConversationView]) {
        guard let first = conversations.first else { return nil }
        self.first = first
        others = conversations.dropFirst()
    }

    package var conversations: [ConversationView] { [first] + others }

    /// A conversation that has left the list is not told.
    package static func replayed(_ row: StoredEvent, by replay: EventReplay) throws(CommandError)
        -> ConversationChanged?
    {
        try replay.view(of: row.subject.conversation).map { ConversationChanged($0) }
    }

    package var weight: Int { others.reduce(first.weight) { $0 + $1.weight } }

    package func write(to json: inout JSONWriter) {
        json.array("conversations") { json in
            json.object { $0.conversation(first) }
            for other in others { json.object { $0.conversation(other) } }
        }
    }
}
