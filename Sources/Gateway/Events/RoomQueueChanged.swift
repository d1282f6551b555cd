import ClientProtocol
import Domain
import JSON

/// L-27: the queue of a room has changed.
struct RoomQueueChanged: EventDefinition {
    static let declaration = Event(
        "room.queueChanged",
        "The queue of a room has changed. Several changes may come as one. A client that does not know `former` has missed "
            + "some: it reads the queue with `room.queue`.",
        to: .participants, data: LiveValues.News.fields)

    let room: RoomID
    let news: LiveValues.News

    func write(to json: inout JSONWriter) { news.write(in: room, to: &json) }
}
