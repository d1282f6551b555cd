import Chat
import Domain
import Framing
import Meters
import Transport

/// The sessions of this shard that look at conversations, and the streams over HTTP that hear one. The home of the streamed
/// messages says what they are told.
final class StreamedDelivery {
    private let link: ShardLink
    private let peers: PeerTable
    private let groups: GroupDelivery
    private var watched: [ConnectionID: [Parties]] = [:]

    init(_ link: ShardLink, _ peers: PeerTable, _ groups: GroupDelivery) {
        self.link = link
        self.peers = peers
        self.groups = groups
    }

    /// The home has entered the session. It may be over meanwhile, or its user in a group no longer.
    func admit(_ connection: ConnectionID, to places: [Parties]) {
        guard let open = link.shard.connection(connection), open.isOpen, case .user(let session) = peers[open],
            !session.hasEnded
        else { return link.context.postToStreamedMessages { $0.unwatch(connection) } }
        watched[connection] = places
        for place in places {
            if let group = place.group, !groups.has(connection, in: group) { leave(place, connection) }
        }
    }

    /// N-12: a stream over HTTP looks at a conversation, whose texts so far come as if they came now.
    func hear(_ place: StreamedPlace, by account: AccountNumber, on connection: ConnectionID) {
        watched[connection] = [place.parties]
        link.context.postToStreamedMessages { $0.watch([place], by: account, on: connection) }
    }

    /// The user is in the group no longer.
    func leave(_ group: GroupNumber, _ connection: ConnectionID) { leave(.group(group), connection) }

    private func leave(_ place: Parties, _ connection: ConnectionID) {
        guard let index = watched[connection]?.firstIndex(of: place) else { return }
        watched[connection]?.remove(at: index)
        link.context.postToStreamedMessages { $0.unwatch(connection, place) }
    }

    /// The session or stream is over.
    func leaveAll(_ connection: ConnectionID) {
        guard watched.removeValue(forKey: connection) != nil else { return }
        link.context.postToStreamedMessages { $0.unwatch(connection) }
    }

    /// N-04: a session that has more than so many bytes to read is passed over, and sees a hole.
    func tell(_ event: Payload, to connections: [ConnectionID], in place: Parties, most: Int) {
        let here = connections.filter { watched[$0]?.contains(place) == true }
        let told = here.filter { id in link.shard.connection(id).map { $0.backlogBytes <= most } ?? false }
        link.send(event, to: told)
        link.metrics.streamedFrames.add(told.count)
        link.metrics.streamedFramesWithheld.add(here.count - told.count)
    }

    /// D-05: counts of readers, for those who watch.
    func tellReceipts(_ event: Payload, to connections: [ConnectionID], in place: Parties) {
        link.shard.send(event, to: connections.filter { watched[$0]?.contains(place) == true })
    }
}
