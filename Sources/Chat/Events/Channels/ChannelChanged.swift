import ClientProtocol
import JSON

/// F-06: a backend has changed what followers are told of a channel.
struct ChannelChanged: DomainEvent, EventDefinition {
    static let declaration = Event(
        "channel.changed",
        "A backend has changed a channel. In no stream: who comes later asks by `channel.info` or `channel.list`.",
        to: .followers, data: Channel.fields)

    let channel: Channel

    func write(to json: inout JSONWriter) { channel.write(to: &json) }
}
