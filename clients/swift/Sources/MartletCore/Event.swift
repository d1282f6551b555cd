/// An event of the gateway, or one of the client's own:
/// - `message.sent`: an own message was stored; the gateway tells it to other devices only. It comes with the
///   acknowledgement, so a message that is sent again can come after messages with a higher `seq`.
/// - `friend.modified`, `group.attributesSet`: this device has changed a friend's fields, or a member's attributes.
/// - `sync.list`: the whole list of conversations was read.
/// - `sync.reset`: what the application keeps of a stream (`user`, a conversation, `group_…`, `channel_…`) is void:
///   read it anew.
/// - `sync.gap`: these messages were not fetched, because they are more than `gapLimit`.
/// - `sync.failed`: something could not be fetched.
public struct Event: Sendable, Equatable {
    public let name: String
    public let data: JSON
    /// The stream that it has a place in.
    public let stream: String?
    public let seq: Int?

    public init(_ name: String, _ data: JSON, stream: String? = nil, seq: Int? = nil) {
        self.name = name
        self.data = data
        self.stream = stream
        self.seq = seq
    }
}
