import Meters

/// The operators' connections of a shard, the oldest first. A silent client that reaches the port could use them all
/// up: where there is no room, one on which nobody is known gives way to the next that comes.
struct OperatorArrivals {
    private var ids: [ConnectionID] = []

    mutating func add(_ id: ConnectionID, on shard: Shard) {
        if ids.count >= 2 * shard.options.adminConnections { ids.removeAll { shard.connection($0) == nil } }
        ids.append(id)
    }

    /// The oldest connection that has shown no key, and whose request is not being answered.
    mutating func takeStranger(on shard: Shard) -> Connection? {
        for (index, id) in ids.enumerated() {
            guard let connection = shard.connection(id), connection.standing == .pending, !isOwed(connection, on: shard)
            else {
                continue
            }
            ids.remove(at: index)
            return connection
        }
        return nil
    }

    private func isOwed(_ connection: Connection, on shard: Shard) -> Bool {
        [.answering, .streaming].contains(connection.stage)
            || shard.turn.sendSlots[connection.slot].chain != Turn.none
    }
}

extension Admissions {
    /// Counts a connection in, or says why not.
    func enter(_ role: ListenerRole, _ network: SocketAddress.Network?, on shard: Shard) -> Admission.Refusal? {
        let refusal = self[role].enter(network)
        // One address may have all of them, so either refusal says that there is no room.
        guard role == .admin, refusal != nil, let stranger = shard.arrivals.takeStranger(on: shard) else {
            return refusal
        }
        shard.metrics.connectionsRefused[.total].add()
        shard.end(stranger)
        return self[role].enter(network)
    }
}
