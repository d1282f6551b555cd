import ClientProtocol
import JSON

/// A message of a channel, told once to all who follow it (F-14). Its place in a stream is its channel and its seq.
struct ChannelMessage: DomainEvent, EventDefinition {
    static let declaration = Event(
        "channel.message",
        "A message of a channel, for every session that follows it, the publisher's included. Its place in the stream "
            + "is its channel and `seq`; devices that were away get it by `resume.channels` of `session.open`.",
        to: .followers, data: ChannelMessageView.fields)

    let view: ChannelMessageView

    func write(to json: inout JSONWriter) { view.write(to: &json) }
}
