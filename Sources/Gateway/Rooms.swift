import Routing
import Transport

/// Which connections of a shard hear what concerns all members of a team.
struct Rooms {
    /// A member's connection.
    struct Seat {
        let connection: ConnectionID
        let account: Int64
    }

    /// By team, in no order.
    private var seats: [Int64: [Seat]] = [:]
    /// By connection, the teams.
    private var teams: [ConnectionID: Set<Int64>] = [:]

    mutating func enter(_ team: Int64, _ id: ConnectionID, of account: Int64) {
        guard teams[id, default: []].insert(team).inserted else { return }
        seats[team, default: []].append(Seat(connection: id, account: account))
    }

    mutating func leave(_ team: Int64, _ id: ConnectionID) {
        guard teams[id]?.remove(team) != nil else { return }
        if teams[id]!.isEmpty { teams[id] = nil }
        vacate(team, id)
    }

    mutating func leaveAll(_ id: ConnectionID) {
        for team in teams.removeValue(forKey: id) ?? [] { vacate(team, id) }
    }

    func seats(in team: Int64) -> [Seat] { seats[team] ?? [] }

    private mutating func vacate(_ team: Int64, _ id: ConnectionID) {
        guard let index = seats[team]?.firstIndex(where: { $0.connection == id }) else {
            preconditionFailure("\(id) has no seat in team \(team)")
        }
        seats[team]!.swapAt(index, seats[team]!.count - 1)
        seats[team]!.removeLast()
        if seats[team]!.isEmpty { seats[team] = nil }
    }
}

extension Desk {
    /// Payloads are encoded once; each connection has them at its own place in its own order.
    func tell(_ announcement: Announcement, inRoom team: Int64, except exceptions: Set<Int64>) {
        let seats = rooms.seats(in: team)
        if seats.isEmpty { return }
        let payload = payload(of: announcement)
        for seat in seats where exceptions.isEmpty || !exceptions.contains(seat.account) {
            if let connection = shard.connection(seat.connection) { shard.send(payload, to: connection) }
        }
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
