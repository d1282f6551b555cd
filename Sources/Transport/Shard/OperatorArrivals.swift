/// The operators' connections of a shard, the oldest first. Whoever reaches the port could use them all up and be silent: where
/// there is no room, one on which nobody is known gives way to the next that comes.
struct OperatorArrivals {
    private var ids: [ConnectionID] = []

    mutating func add(_ id: ConnectionID, on shard: Shard) {
        if ids.count >= 2 * shard.options.adminConnections { ids.removeAll { shard.connection($0) == nil } }
        ids.append(id)
    }

    /// The oldest connection that has shown no key, and whose request is not being answered.
    mutating func takeStranger(on shard: Shard) -> Connection? {
        for (index, id) in ids.enumerated() {
            guard let connection = shard.connection(id), connection.standing == .pending, !shard.isOwed(connection)
            else {
                continue
            }
            ids.remove(at: index)
            return connection
        }
        return nil
    }
}

extension Shard {
    fileprivate func isOwed(_ connection: Connection) -> Bool {
        [.answering, .streaming].contains(connection.stage) || turn.sendSlots[connection.slot].chain != Turn.none
    }
}
