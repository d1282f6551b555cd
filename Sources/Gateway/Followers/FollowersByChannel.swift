import Chat
import Domain
import Transport

/// The streams of a shard by the channels that they follow.
struct FollowersByChannel {
    /// Those that have all that has been told of their channel: nothing has to be known of one when the next is told.
    private var settled = Subscribers<ChannelNumber>()
    /// Those that have more, since it was read for them, or have not begun yet.
    private var newcomers: [ChannelNumber: [ConnectionID: FollowerStream]] = [:]

    mutating func enter(_ channel: ChannelNumber, _ stream: FollowerStream) {
        newcomers[channel, default: [:]][stream.connection] = stream
    }

    /// Nil: nobody is there.
    subscript(channel: ChannelNumber) -> (settled: [ConnectionID], newcomers: [FollowerStream])? {
        let (connections, streams) = (
            settled.connections(in: channel), newcomers[channel].map { Array($0.values) } ?? []
        )
        return connections.isEmpty && streams.isEmpty ? nil : (connections, streams)
    }

    mutating func settle(_ stream: FollowerStream) {
        guard let channel = stream.number else { preconditionFailure("a stream follows no channel") }
        remove(stream, from: channel)
        // The account is not needed here, so it is 0.
        settled.enter(channel, stream.connection, of: 0)
    }

    mutating func leave(_ stream: FollowerStream) {
        settled.leaveAll(stream.connection)
        if let channel = stream.number { remove(stream, from: channel) }
    }

    private mutating func remove(_ stream: FollowerStream, from channel: ChannelNumber) {
        newcomers[channel]?[stream.connection] = nil
        if newcomers[channel]?.isEmpty == true { newcomers[channel] = nil }
    }
}
