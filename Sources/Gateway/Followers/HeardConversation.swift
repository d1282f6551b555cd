import Chat
import Domain

/// How far one who hears a conversation is: its last message, and the last change of one. It is the id of an event.
struct ConversationPosition: Equatable {
    var seq: Seq
    var change: Seq

    init(seq: Seq, change: Seq) {
        (self.seq, self.change) = (seq, change)
    }

    /// `12.3`
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let seq = Seq(id: parts[0]), let change = Seq(id: parts[1]) else { return nil }
        self.init(seq: seq, change: change)
    }

    var text: String { "\(seq).\(change)" }
}

/// A conversation that is heard over HTTP, as its user sees it (N-12).
struct HeardConversation {
    let place: StreamedPlace
    let account: AccountNumber
    /// The stream began behind the messages and changes up to there.
    var start = ConversationPosition(seq: 0, change: 0)
    /// So far it has been told.
    var position = ConversationPosition(seq: 0, change: 0)

    var id: ConversationID { place.id(for: account) }

    /// Nil: the event is not of this conversation, or the stream has it already. Otherwise it goes on to that position.
    mutating func take(_ event: ServerSentEvent) -> ConversationPosition? {
        guard heardEvents.contains(event.name), event.conversation == id.description else { return nil }
        if let change = event.change {
            if change <= start.change { return nil }
            position.change = max(position.change, change)
        } else if let seq = event.seq {
            if seq <= start.seq { return nil }
            position.seq = max(position.seq, seq)
        }
        return position
    }
}

private let heardEvents: Set = [
    "message.new", "message.changed", "message.gone", "message.appended", "message.ended",
]
