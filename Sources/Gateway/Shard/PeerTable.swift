import Routing
import Transport

/// The peer of each of a shard's connections.
final class PeerTable {
    /// By the connection's slot.
    private var peers: [Peer?] = []

    /// Nil: the WebSocket is not open yet, or over.
    subscript(connection: Connection) -> Peer? {
        connection.slot < peers.count ? peers[connection.slot] : nil
    }

    func set(_ peer: Peer, on connection: Connection) {
        while peers.count <= connection.slot { peers.append(nil) }
        peers[connection.slot] = peer
    }

    func remove(_ connection: Connection) {
        peers[connection.slot] = nil
    }
}
