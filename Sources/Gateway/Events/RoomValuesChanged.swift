import ClientProtocol
import Domain
import JSON

/// L-25: values of a room were set or removed.
struct RoomValuesChanged: EventDefinition {
    static let declaration = Event(
        "room.valuesChanged",
        "Values of a room have changed. Several changes may come as one. A client that does not know `former` has missed "
            + "some: it reads them with `room.values`.",
        to: .participants, data: LiveValues.News.fields)

    let room: RoomID
    let news: LiveValues.News

    func write(to json: inout JSONWriter) { news.write(in: room, to: &json) }
}

extension LiveValues.News {
    static let fields = [
        Field("roomID", .string, "The room's id."),
        Field("former", .integer, "The state before it."),
        Field("state", .integer, "The state after it."),
        Field("set", .list(RoomValue.type), "What was set."),
        Field("removed", .strings, "The keys that are gone."),
    ]

    func write(in room: RoomID, to json: inout JSONWriter) {
        json.field("roomID", room.text)
        json.field("former", former.rawValue)
        json.field("state", state.rawValue)
        set.values.sorted { $0.version == $1.version ? $0.key < $1.key : $0.version < $1.version }
            .write(as: "set", to: &json)
        json.array("removed") { json in for key in removed.sorted() { json.value(key.text) } }
    }
}
