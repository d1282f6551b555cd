import Chat
import Domain
import Routing
import Transport

/// Tells the sessions of this shard, and those who follow over HTTP, what is published in the channels that they follow.
final class ChannelDelivery {
    private let link: ShardLink
    private let peers: PeerTable
    private let followers: FollowerStreams
    private var subscribers = Subscribers<ChannelNumber>()

    init(_ link: ShardLink, _ peers: PeerTable, _ followers: FollowerStreams) {
        self.link = link
        self.peers = peers
        self.followers = followers
    }

    func enter(_ channel: ChannelNumber, _ connection: Connection, of account: AccountNumber) {
        subscribers.enter(channel, connection.id, of: account)
    }

    /// A user whose session is open has subscribed; its connection may have gone in the meantime.
    func enter(_ channel: ChannelNumber, _ record: SessionRecord) {
        guard let connection = link.shard.connection(record.connection), case .user(let session) = peers[connection]
        else { return }
        enter(channel, connection, of: session.caller.account)
    }

    func leave(_ channel: ChannelNumber, _ record: SessionRecord) {
        subscribers.leave(channel, record.connection)
    }

    func leaveAll(_ connection: Connection) {
        subscribers.leaveAll(connection.id)
    }

    func end(_ channel: ChannelNumber) {
        subscribers.end(channel)
        followers.end(channel)
    }

    /// The event is encoded once for all.
    func tell(_ sharedEvent: SharedEvent, in channel: ChannelNumber) {
        let connections = subscribers.connections(in: channel)
        if !connections.isEmpty { link.send(sharedEvent, to: connections) }
        followers.tell(sharedEvent, in: channel)
    }
}
