import ClientProtocol
import Domain
import JSON

/// F-11: the user follows a channel from here on, or no longer, for the user's other devices.
struct ChannelSubscriptionChanged: DomainEvent, EventDefinition {
    static let declaration = Event(
        "channel.subscriptionChanged",
        "Another device of the same user has subscribed to a channel, or unsubscribed. In no stream: a device that "
            + "comes later finds the channels in `channels` of `session.open`.",
        to: .otherSessions,
        data: [
            Field("channelID", .string, "The channel's id."),
            Field("isSubscribed", .boolean, "Whether the user follows it now."),
            Field(optional: "seq", .integer, "Only if it is followed: the seq of its last message."),
        ])

    let channel: ChannelID
    /// Nil: it is no longer followed.
    let seq: Seq?

    var sparesOrigin: Bool { true }

    func write(to json: inout JSONWriter) {
        json.field("channelID", channel.text)
        json.field("isSubscribed", seq != nil)
        if let seq { json.field("seq", seq.rawValue) }
    }
}
