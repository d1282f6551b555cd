import ClientProtocol
import Domain
import JSON

/// L-02: a backend has ended the room. Nobody is in it any more.
struct RoomEnded: EventDefinition {
    static let declaration = Event(
        "room.ended", "A backend has ended a room. Nobody is in it any more.", to: .participants,
        data: [Field("roomID", .string, "The room's id.")])

    let room: RoomID

    func write(to json: inout JSONWriter) { json.field("roomID", room.text) }
}
