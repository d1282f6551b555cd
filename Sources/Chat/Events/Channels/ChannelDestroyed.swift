import ClientProtocol
import Domain
import JSON

/// F-07: a channel is no more.
struct ChannelDestroyed: DomainEvent, EventDefinition {
    static let declaration = Event(
        "channel.destroyed",
        "A backend has destroyed a channel; its messages are gone. In no stream: devices that come later do not find it "
            + "in `channels` of `session.open`.",
        to: .followers, data: [Field("channelID", .string, "The channel's id.")])

    let channel: ChannelID

    func write(to json: inout JSONWriter) { json.field("channelID", channel.text) }
}
