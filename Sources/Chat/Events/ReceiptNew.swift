import ClientProtocol
import Domain
import JSON

/// T-Q28: the other member has read up to a time. The receipts of a conversation take one place in the stream
/// (`UserStreams.noteReceipt`).
package struct ReceiptNew: EventDefinition, StreamedEvent {
    package static let declaration = Event(
        "receipt.new", "The other user of a conversation has read messages. In the user's stream.", to: .user,
        in: .user,
        data: [
            Field("conversationID", .string, "The conversation."),
            Field("timestamp", .milliseconds, "Every message up to then has been read."),
        ])

    let conversation: ConversationID
    /// Milliseconds since 1970.
    let time: Milliseconds

    package static func replayed(_ row: StoredEvent, by replay: EventReplay) throws(CommandError) -> ReceiptNew? {
        guard let peer = try replay.peer(in: row.subject.conversation) else {
            throw .store(row.damaged(of: replay.account))
        }
        return ReceiptNew(conversation: .c2c(peer), time: Milliseconds(row.value))
    }

    package var weight: Int { 96 + conversation.bytes }

    package func write(to json: inout JSONWriter) {
        json.field("conversationID", conversation.description)
        json.field("timestamp", time.rawValue)
    }
}
