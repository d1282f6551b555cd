import Routing
import Transport

/// Which connections of a shard hear what concerns all members of a team.
struct Rooms {
    /// Side by side, in no order: a member's connection, and whose it is.
    private struct Room {
        var connections: [ConnectionID] = []
        var accounts: [Int64] = []
    }

    /// By team.
    private var rooms: [Int64: Room] = [:]
    /// By connection.
    private var teams: [ConnectionID: Set<Int64>] = [:]

    mutating func enter(_ team: Int64, _ id: ConnectionID, of account: Int64) {
        guard teams[id, default: []].insert(team).inserted else { return }
        rooms[team, default: Room()].connections.append(id)
        rooms[team]!.accounts.append(account)
    }

    mutating func leave(_ team: Int64, _ id: ConnectionID) {
        guard teams[id]?.remove(team) != nil else { return }
        if teams[id]!.isEmpty { teams[id] = nil }
        vacate(team, id)
    }

    mutating func leaveAll(_ id: ConnectionID) {
        for team in teams.removeValue(forKey: id) ?? [] { vacate(team, id) }
    }

    func isEmpty(_ team: Int64) -> Bool { rooms[team] == nil }

    /// Each once.
    func accounts(in team: Int64) -> [Int64] { Array(Set(rooms[team]?.accounts ?? [])) }

    func connections(in team: Int64, except exceptions: Set<Int64>) -> [ConnectionID] {
        guard let room = rooms[team], !exceptions.isEmpty else { return rooms[team]?.connections ?? [] }
        var connections: [ConnectionID] = []
        connections.reserveCapacity(room.connections.count)
        // The sender of a message, and most often nobody else.
        let only = exceptions.count == 1 ? exceptions.first : nil
        for (id, account) in zip(room.connections, room.accounts) {
            let isExcepted = only.map { $0 == account } ?? exceptions.contains(account)
            if !isExcepted { connections.append(id) }
        }
        return connections
    }

    private mutating func vacate(_ team: Int64, _ id: ConnectionID) {
        guard var room = rooms.removeValue(forKey: team), let index = room.connections.firstIndex(of: id) else {
            preconditionFailure("\(id) has no seat in team \(team)")
        }
        room.connections.swapAt(index, room.connections.count - 1)
        room.connections.removeLast()
        room.accounts.swapAt(index, room.accounts.count - 1)
        room.accounts.removeLast()
        if !room.connections.isEmpty { rooms[team] = room }
    }
}

extension Desk {
    /// Payloads are encoded once; each connection has them at its own place in its own order.
    func tell(_ announcement: Announcement, inRoom team: Int64, except exceptions: Set<Int64>) {
        if rooms.isEmpty(team) { return }
        let connections = rooms.connections(in: team, except: exceptions)
        if !connections.isEmpty { shard.send(payload(of: announcement), to: connections) }
        if announcement.isMessage { show(team) }
    }

    /// Unless the connection has gone in the meantime.
    func enter(_ team: Int64, _ record: SessionRecord) {
        guard let connection = shard.connection(record.connection),
            case .user(let session) = occupant(of: connection)
        else { return }
        rooms.enter(team, record.connection, of: session.account)
    }
}
