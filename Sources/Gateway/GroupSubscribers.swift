import Routing
import Transport

/// Which connections of a shard hear what concerns all members of a team.
struct GroupSubscribers {
    /// Side by side, in no order: a member's connection, and whose it is.
    private struct Subscribers {
        var connections: [ConnectionID] = []
        var accounts: [Int64] = []
    }

    /// By team.
    private var groupSubscribers: [Int64: Subscribers] = [:]
    /// By connection.
    private var teams: [ConnectionID: Set<Int64>] = [:]

    mutating func enter(_ team: Int64, _ id: ConnectionID, of account: Int64) {
        guard teams[id, default: []].insert(team).inserted else { return }
        groupSubscribers[team, default: Subscribers()].connections.append(id)
        groupSubscribers[team]!.accounts.append(account)
    }

    mutating func leave(_ team: Int64, _ id: ConnectionID) {
        guard teams[id]?.remove(team) != nil else { return }
        if teams[id]!.isEmpty { teams[id] = nil }
        vacate(team, id)
    }

    mutating func leaveAll(_ id: ConnectionID) {
        for team in teams.removeValue(forKey: id) ?? [] { vacate(team, id) }
    }

    func isEmpty(_ team: Int64) -> Bool { groupSubscribers[team] == nil }

    /// Each once.
    func accounts(in team: Int64) -> [Int64] { Array(Set(groupSubscribers[team]?.accounts ?? [])) }

    func connections(in team: Int64, except exceptions: Set<Int64>) -> [ConnectionID] {
        guard let toGroup = groupSubscribers[team], !exceptions.isEmpty else {
            return groupSubscribers[team]?.connections ?? []
        }
        var connections: [ConnectionID] = []
        connections.reserveCapacity(toGroup.connections.count)
        // The sender of a message, and most often nobody else.
        let only = exceptions.count == 1 ? exceptions.first : nil
        for (id, account) in zip(toGroup.connections, toGroup.accounts) {
            let isExcepted = only.map { $0 == account } ?? exceptions.contains(account)
            if !isExcepted { connections.append(id) }
        }
        return connections
    }

    private mutating func vacate(_ team: Int64, _ id: ConnectionID) {
        guard var toGroup = groupSubscribers.removeValue(forKey: team),
            let index = toGroup.connections.firstIndex(of: id)
        else {
            preconditionFailure("\(id) has no seat in team \(team)")
        }
        toGroup.connections.swapAt(index, toGroup.connections.count - 1)
        toGroup.connections.removeLast()
        toGroup.accounts.swapAt(index, toGroup.accounts.count - 1)
        toGroup.accounts.removeLast()
        if !toGroup.connections.isEmpty { groupSubscribers[team] = toGroup }
    }
}

extension ShardGateway {
    /// Payloads are encoded once; each connection has them at its own place in its own order.
    func tell(_ sharedEvent: SharedEvent, inGroup team: Int64, except exceptions: Set<Int64>) {
        if groupSubscribers.isEmpty(team) { return }
        let connections = groupSubscribers.connections(in: team, except: exceptions)
        if !connections.isEmpty { shard.send(payload(of: sharedEvent), to: connections) }
        if sharedEvent.isMessage { show(team) }
    }

    /// Unless the connection has gone in the meantime.
    func enter(_ team: Int64, _ record: SessionRecord) {
        guard let connection = shard.connection(record.connection),
            case .user(let session) = peer(of: connection)
        else { return }
        groupSubscribers.enter(team, record.connection, of: session.account)
    }
}
