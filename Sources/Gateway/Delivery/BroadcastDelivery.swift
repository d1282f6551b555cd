import Chat
import Domain
import Meters
import Routing
import Settings
import Telemetry
import Transport

/// Tells the sessions of this shard of broadcasts: one broadcast after the other, some sessions at a time, at the shard's share of
/// `broadcasts.deliveriesPerSecond` (B-07).
final class BroadcastDelivery {
    private struct Telling {
        let place: BroadcastPlace
        let event: SharedEvent
        var walk = ConnectionWalk()
    }

    private let link: ShardLink
    private let peers: PeerTable
    /// In their order. The first is being told.
    private var tellings: [Telling] = []
    private var pace: Pace?
    /// Of this shard: what all of them may do in a second, in equal parts.
    private let perSecond: Int
    /// In a piece, also when the last one was long ago.
    private let mostPerPiece: Int

    init(_ link: ShardLink, _ peers: PeerTable) {
        self.link = link
        self.peers = peers
        perSecond = max(
            1, link.context.configuration.broadcasts.deliveriesPerSecond / link.context.metrics.shards.count)
        mostPerPiece = perSecond * Int(betweenPieces.rawValue) / 500 + 1
    }

    func take(_ event: SharedEvent, at place: BroadcastPlace) {
        link.context.broadcasts.begin(place.seq, sessions: link.metrics.sessionsOpen.value)
        tellings.append(Telling(place: place, event: event))
        guard tellings.count == 1 else { return }
        pace = Pace(perSecond: perSecond, from: link.now - betweenPieces)
        tellSome()
    }

    /// The sessions that have not been told of the broadcast yet are not told of it any more.
    func stop(_ seq: Seq) {
        guard let index = tellings.firstIndex(where: { $0.place.seq == seq }) else { return }
        tellings.remove(at: index)
        link.context.broadcasts.end(seq)
    }

    func timerFired() {
        if !tellings.isEmpty { tellSome() }
    }

    /// A piece: as many as are due.
    private func tellSome() {
        var left = min(pace?.deal(at: link.now) ?? 0, mostPerPiece)
        let now = link.context.configuration.now.time
        var isPieceOver = left <= 0
        while !isPieceOver, let first = tellings.first {
            if first.place.isExpired(at: now) {
                finishFirst()
                continue
            }
            let (told, isOver) = tell(&tellings[0], atMost: left)
            left -= told
            link.context.broadcasts.tell(first.place.seq, sessions: told)
            isPieceOver = !isOver || left <= 0
            if isOver { finishFirst() }
        }
        if tellings.isEmpty { pace = nil } else { link.wake(at: link.now + betweenPieces) }
    }

    private func finishFirst() {
        link.context.broadcasts.end(tellings.removeFirst().place.seq)
    }

    /// Those that were there when it came, at most so many: later ones have had it with their login.
    private func tell(_ telling: inout Telling, atMost count: Int) -> (told: Int, isOver: Bool) {
        var connections: [ConnectionID] = []
        let stamp = telling.place.stamp
        let isOver = telling.walk.go(on: link.shard, atMost: placesPerPiece) { connection in
            guard connection.isOpen, case .user(let session) = peers[connection], session.begunAt < stamp
            else { return true }
            connections.append(connection.id)
            return connections.count < count
        }
        if !connections.isEmpty { link.send(telling.event, to: connections) }
        return (connections.count, isOver)
    }
}

private let betweenPieces: Milliseconds = 20
/// Looking at one takes some nanoseconds.
private let placesPerPiece = 4_096
