import ClientProtocol
import Domain
import JSON

/// L-05: the session is in a room no longer, without having left.
struct RoomLeft: EventDefinition {
    enum Reason: String, CaseIterable {
        case kicked, banned
    }

    static let declaration = Event(
        "room.left", "The user was removed from a room: this session is in it no longer.", to: .session,
        data: [
            Field("roomID", .string, "The room's id."),
            Field(
                "reason", .words(Reason.allCases.map(\.rawValue)),
                "`kicked`: the user may enter again; `banned`: not before the ban ends."),
        ])

    let room: RoomID
    let reason: Reason

    func write(to json: inout JSONWriter) {
        json.field("roomID", room.text)
        json.field("reason", reason.rawValue)
    }
}
