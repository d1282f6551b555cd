import ClientProtocol
import JSON

/// M-27: the user has deleted messages for itself.
package struct MessageDeleted: EventDefinition, StreamedEvent {
    package static let declaration = Event(
        "message.deleted",
        "The user has deleted messages: out of its own history, on all its devices. In the user's stream.",
        to: .user, in: .user,
        data: [
            Field("conversationID", .string, "The conversation, as this user sees it."),
            Field("msgIds", .strings, "The messages."),
        ])

    /// The members as JSON.
    let detail: String

    package static func replayed(_ row: StoredEvent, by replay: EventReplay) throws(CommandError) -> MessageDeleted? {
        MessageDeleted(detail: row.detail ?? "{}")
    }

    package var weight: Int { 96 + detail.utf8.count }

    package func write(to json: inout JSONWriter) {
        let document = JSONDocument()
        guard let members = try? document.parse(detail) else { return }
        json.field("conversationID", members["conversationID"]?.string ?? "")
        json.array("msgIds") { json in
            for id in members["msgIds"]?.elements?.compactMap(\.string) ?? [] { json.value(id) }
        }
    }
}
