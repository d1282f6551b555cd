import Chat
import Domain
import JSON

/// The beginning of a follower's stream: what it has missed, or that it cannot go on from where it was.
struct FollowerPage: Sendable {
    /// The reader has everything up to there.
    let seq: Seq
    /// Of events.
    private(set) var count = 0
    private(set) var bytes: [UInt8]

    /// `wait`: how many milliseconds a client whose stream has ended waits before it comes again.
    init(seq: Seq, wait: Int) {
        self.seq = seq
        bytes = Array(":\nretry: \(wait)\n\n".utf8)
    }

    init(_ stream: Resumption.Stream<ChannelMessageView>, of channel: ChannelID, wait: Int) {
        self.init(seq: stream.seq, wait: wait)
        var json = JSONWriter()
        guard case .recovered(let messages) = stream.verdict else {
            json.object { json in
                json.field("channelID", channel.text)
                json.stream(stream) { _, _ in }
            }
            append("reset", at: "\(seq)", data: json.bytes)
            return
        }
        if messages.isEmpty { appendPosition("\(seq)") }
        for message in messages {
            json.clear()
            json.object { message.write(to: &$0) }
            append(ChannelMessageView.event, at: "\(message.seq)", data: json.bytes)
        }
    }

    mutating func append(_ event: String, at position: String, data: some Sequence<UInt8>) {
        count += 1
        bytes.append(event: event, id: position, data: data)
    }

    /// A client that comes again begins there.
    mutating func appendPosition(_ position: String) { bytes += Array("id: \(position)\n\n".utf8) }
}
