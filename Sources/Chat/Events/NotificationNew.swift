import ClientProtocol
import Domain
import JSON

/// an event of the backend's own.
package struct NotificationNew: EventDefinition, StreamedEvent {
    package static let declaration = Event(
        "notification.new",
        "The application's backend has called `admin.notification.send`. In the user's stream, unless it was sent live.",
        to: .user, in: .user,
        data: [
            Field("name", .string, "As it was sent."),
            Field("data", .openObject, "As it was sent."),
        ])

    private let text: String

    package init(_ notification: CustomNotification) {
        text = notification.text
    }

    private init(text: String) {
        self.text = text
    }

    package static func replayed(_ row: StoredEvent, by replay: EventReplay) throws(CommandError) -> NotificationNew? {
        guard let text = row.detail else { throw .store(row.damaged(of: replay.account)) }
        return NotificationNew(text: text)
    }

    package var weight: Int { 96 + text.utf8.count }

    package func write(to json: inout JSONWriter) {
        var text = text
        text.withUTF8 { utf8 in
            json.members(raw: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(utf8).dropFirst().dropLast()))
        }
    }
}
