import Storage

extension ChatState {
    /// R-Q58: that the other is no friend any more, for devices that ask what has changed. Of a deleted account nobody asks.
    func noteFormerFriend(_ other: Account, of owner: Account, _ events: inout RelationEvents) throws {
        guard owner.state != .deleted else { return }
        let count = try store.execute(
            "INSERT INTO former_friend (owner, version, other) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
            [.integer(owner.number), .integer(try relationState(of: owner).nextVersion), .integer(other.number)])
        try change(.lists, of: owner, &events) { $0.formerFriends += Int64(count) }
        if try relationState(of: owner).formerFriends > Int64(options.formerFriends) {
            try forgetFormerFriends(of: owner, &events)
        }
    }

    /// The older half. Whoever has a list from before has to read it whole again.
    private func forgetFormerFriends(of owner: Account, _ events: inout RelationEvents) throws {
        var version: Int64?
        try store.query(
            "SELECT version FROM former_friend WHERE owner = $1 ORDER BY version DESC LIMIT 1 OFFSET $2",
            [.integer(owner.number), .integer(Int64(options.formerFriends / 2))]
        ) { row in version = row.integer(0) }
        guard let version else { return }
        let deleted = try store.execute(
            "DELETE FROM former_friend WHERE owner = $1 AND version <= $2",
            [.integer(owner.number), .integer(version)])
        try change(.lists, of: owner, &events) { relationState in
            relationState.formerFriends -= Int64(deleted)
            relationState.knownSince = version
        }
    }

    /// Whoever gets the account next knows nothing of the lists that it had.
    func forgetLists(of account: Account, _ events: inout RelationEvents) throws {
        let version =
            try events.touches(account, .lists)
            ? relationState(of: account).nextVersion : relationState(of: account).version
        try store.execute("DELETE FROM former_friend WHERE owner = $1", [.integer(account.number)])
        account.relationState!.formerFriends = 0
        account.relationState!.knownSince = version
        try save(account.relationState!, of: account)
    }
}
