import Chat
import Domain
import JSON

/// The beginning of a follower's stream: what it has missed, or that it cannot go on from where it was.
struct FollowerPage: Sendable {
    /// The reader has everything up to there.
    let seq: Seq
    /// Of events.
    private(set) var count = 1
    private(set) var bytes: [UInt8]

    /// `wait`: how many milliseconds a client whose stream has ended waits before it comes again.
    init(_ stream: Resumption.Stream<ChannelMessageView>, of channel: ChannelID, wait: Int) {
        seq = stream.seq
        bytes = Array(":\nretry: \(wait)\n\n".utf8)
        var json = JSONWriter()
        guard case .recovered(let messages) = stream.verdict else {
            json.object { json in
                json.field("channelID", channel.text)
                json.stream(stream) { _, _ in }
            }
            bytes.append(event: "reset", seq: seq, data: json.bytes)
            return
        }
        count = messages.count
        if messages.isEmpty { bytes += Array("id: \(seq)\n\n".utf8) }
        for message in messages {
            json.clear()
            json.object { message.write(to: &$0) }
            bytes.append(event: ChannelMessageView.event, seq: message.seq, data: json.bytes)
        }
    }
}
