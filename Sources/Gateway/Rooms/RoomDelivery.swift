import ClientProtocol
import Domain
import EventLoop
import Framing
import JSON
import Meters
import Settings
import Transport

/// The sessions of this shard that are in rooms, and the streams over HTTP that hear one, whichever shard is a room's home. The
/// homes say who is in, and what they are told.
final class RoomDelivery {
    /// One frame on its way to the participants of a room that are connected here.
    private struct Telling {
        let room: RoomNumber
        let frame: Payload
        /// For those that have much to read (L-16); nil: nothing.
        let highOnly: Payload?
        let connections: [ConnectionID]
        var told = 0
    }

    private let link: ShardLink
    private let peers: PeerTable
    private var subscribers = Subscribers<RoomNumber>()
    private var ids: [RoomNumber: RoomID] = [:]
    /// In their order. The first is being told.
    private var tellings: [Telling] = []
    private var json = JSONWriter()

    init(_ link: ShardLink, _ peers: PeerTable) {
        self.link = link
        self.peers = peers
    }

    // MARK: - Coming and going

    /// L-04: lets the session in, as the room has. If it is in as many rooms as it may be, or has gone, the room is told so. `entry`:
    /// the room's number for that, since the session may enter again meanwhile.
    func admit(
        _ connection: ConnectionID, to room: RoomNumber, _ id: RoomID, of account: AccountNumber, entry: Int
    ) -> Refusal? {
        guard isThere(connection) else {
            leave(id, connection, entry: entry)
            return nil
        }
        let most = link.context.configuration.rooms.perSession
        let isIn = subscribers.contains(room, connection)
        guard isIn || subscribers.count(of: connection) < most else {
            leave(id, connection, entry: entry)
            return Refusal(.tooMany, "the session is in \(most) rooms", keys: ["roomID"])
        }
        subscribers.enter(room, connection, of: account)
        ids[room] = id
        return nil
    }

    private func isThere(_ connection: ConnectionID) -> Bool {
        guard let open = link.shard.connection(connection) else { return false }
        if case .user(let session) = peers[open] { return open.isOpen && !session.hasEnded }
        return link.followers?.hears(connection) ?? false
    }

    /// The home has put the session or stream out, or it has left.
    func dismiss(_ connection: ConnectionID, from room: RoomNumber, _ event: RoomLeft? = nil) {
        guard subscribers.contains(room, connection) else { return }
        subscribers.leave(room, connection)
        forget(room)
        guard let event else { return }
        link.send(Payload(of: event, &json), to: [connection])
        link.followers?.end([connection])
    }

    /// The session or stream is over.
    func leaveAll(_ connection: ConnectionID) {
        for room in subscribers.audiences(of: connection) {
            if let id = ids[room] { leave(id, connection) }
            subscribers.leave(room, connection)
            forget(room)
        }
    }

    private func leave(_ id: RoomID, _ connection: ConnectionID, entry: Int? = nil) {
        link.context.postToHome(of: id) { $0.leave(connection, id, entry: entry) }
    }

    private func forget(_ room: RoomNumber) {
        if subscribers.isEmpty(room) { ids[room] = nil }
    }

    // MARK: - Telling

    func tell(_ frame: Payload, highOnly: Payload?, in room: RoomNumber) {
        let connections = subscribers.connections(in: room)
        if connections.isEmpty { return }
        var told: Payload? = frame
        if tellings.count >= mostTellings {
            // The shard is behind: holes in `seq` say so (L-11).
            link.metrics.roomFramesWithheld.add(connections.count)
            told = highOnly
        }
        guard let told else { return }
        tellings.append(Telling(room: room, frame: told, highOnly: highOnly, connections: connections))
        if tellings.count == 1 { goOn() }
    }

    /// The room's last event. It is told at once, before its participants are forgotten.
    func end(_ room: RoomNumber, _ event: Payload) {
        let connections = subscribers.connections(in: room)
        link.send(event, to: connections)
        subscribers.end(room)
        ids[room] = nil
        link.followers?.end(connections)
    }

    /// A piece: what comes meanwhile for other clients goes between two of them.
    private func goOn() {
        guard !tellings.isEmpty else { return }
        var left = connectionsPerPiece
        while left > 0, !tellings.isEmpty {
            let end = min(tellings[0].told + left, tellings[0].connections.count)
            left -= end - tellings[0].told
            tell(tellings[0], tellings[0].told..<end)
            tellings[0].told = end
            if end == tellings[0].connections.count { tellings.removeFirst() }
        }
        if !tellings.isEmpty { link.mailbox.post { $0.roomDelivery.goOn() } }
    }

    private func tell(_ telling: Telling, _ range: Range<Int>) {
        var (quick, slow): ([ConnectionID], [ConnectionID]) = ([], [])
        quick.reserveCapacity(range.count)
        for id in telling.connections[range] {
            // It may have left since the first piece.
            guard subscribers.contains(telling.room, id), let connection = link.shard.connection(id) else { continue }
            if connection.backlogBytes > mostUnread { slow.append(id) } else { quick.append(id) }
        }
        link.send(telling.frame, to: quick)
        link.metrics.roomFrames.add(quick.count)
        guard !slow.isEmpty else { return }
        link.metrics.roomFramesWithheld.add(slow.count)
        if let highOnly = telling.highOnly { link.send(highOnly, to: slow) }
    }
}

/// Frames that wait for their turn, of all rooms.
private let mostTellings = 64
/// Some milliseconds of a shard's time.
private let connectionsPerPiece = 2_000
/// L-16: a session that has so much to read gets nothing but `high` messages.
private let mostUnread = 65_536
