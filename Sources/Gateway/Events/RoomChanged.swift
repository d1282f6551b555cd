import Chat
import ClientProtocol
import Domain
import JSON

/// L-01: a backend or the owner has changed what participants know of a room.
struct RoomChanged: EventDefinition {
    static let declaration = Event(
        "room.changed", "A backend, the owner or an admin has changed a room.", to: .participants, data: Room.fields)

    let room: Room

    func write(to json: inout JSONWriter) { room.writeFacts(to: &json) }
}

extension Room {
    /// The fields that participants are told.
    static let fields = [
        Field("roomID", .string, "The room's id."),
        Field("title", .string, "As the backend has set it."),
        Field("ext", .string, "Data of the application, as the backend has set it."),
        Field("slowSeconds", .integer, "So many seconds lie between two messages of a user; 0: no slow mode."),
        Field("isMuted", .boolean, "Only the owner, admins and speakers may send."),
        Field("valuesBy", .words(RoomValuesBy.allCases.map { "\($0.word)" }), "Who sets values."),
    ]

    func writeFacts(to json: inout JSONWriter) {
        json.field("roomID", id.text)
        json.field("title", info.title)
        json.field("ext", info.ext)
        json.field("slowSeconds", rules.slowSeconds)
        json.field("isMuted", rules.isMuted)
        json.field("valuesBy", rules.valuesBy.word)
    }
}
