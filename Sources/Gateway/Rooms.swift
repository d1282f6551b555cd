import Routing
import Transport

/// Which connections of a shard hear what concerns all members of a team.
struct Rooms {
    /// By team, the connections.
    private var connections: [Int64: Set<ConnectionID>] = [:]
    /// By connection, the teams.
    private var teams: [ConnectionID: [Int64]] = [:]

    mutating func enter(_ team: Int64, _ id: ConnectionID) {
        if connections[team, default: []].insert(id).inserted { teams[id, default: []].append(team) }
    }

    mutating func leave(_ team: Int64, _ id: ConnectionID) {
        guard connections[team]?.remove(id) != nil else { return }
        if connections[team]!.isEmpty { connections[team] = nil }
        teams[id]!.removeAll { $0 == team }
        if teams[id]!.isEmpty { teams[id] = nil }
    }

    mutating func leaveAll(_ id: ConnectionID) {
        for team in teams[id] ?? [] {
            connections[team]!.remove(id)
            if connections[team]!.isEmpty { connections[team] = nil }
        }
        teams[id] = nil
    }

    func connections(of team: Int64) -> Set<ConnectionID> { connections[team] ?? [] }
}

extension Desk {
    /// Payloads are encoded once; each connection has them at its own place in its own order.
    func tell(_ announcement: Announcement, inRoom team: Int64, except exceptions: Set<Int64>) {
        let connections = rooms.connections(of: team)
        for id in connections {
            guard let connection = shard.connection(id), case .user(let session) = occupant(of: connection),
                !exceptions.contains(session.account)
            else { continue }
            send(announcement, to: connection)
        }
        if announcement.isMessage, !connections.isEmpty { show(team) }
    }

    /// Unless the connection has gone in the meantime.
    func enter(_ team: Int64, _ record: SessionRecord) {
        guard let connection = shard.connection(record.connection), case .user = occupant(of: connection) else {
            return
        }
        rooms.enter(team, record.connection)
    }
}
