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

    /// The meter of the user whose session is on the connection; administrators have none.
    func payer(on connection: Connection) -> SharedRateMeter? {
        guard case .user(let session) = self[connection] else { return nil }
        return session.userMeter
    }
}
