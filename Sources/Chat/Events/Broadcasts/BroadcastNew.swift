import ClientProtocol
import JSON

/// A broadcast, told once to every session (B-03). Its place in the stream of all is its seq.
struct BroadcastNew: DomainEvent, EventDefinition {
    static let declaration = Event(
        "broadcast.new",
        "A backend tells everybody something. Its place in the stream is `seq`; devices that were away get it by "
            + "`resume.broadcasts` of `session.open`, unless it was for those alone who were there.",
        to: .everybody, data: Broadcast.fields)

    let broadcast: Broadcast

    func write(to json: inout JSONWriter) { broadcast.write(to: &json) }
}
