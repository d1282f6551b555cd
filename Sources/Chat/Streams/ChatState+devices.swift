import Domain
import Storage

extension ChatState {
    /// What a device says it has; kept for when it comes back and cannot tell.
    package func acknowledge(_ positions: StreamPositions, device: String, of number: Int64) throws {
        let account = try caller(number)
        let former = try self.positions(of: device, of: number)
        var known = former ?? StreamPositions()
        known.advance(to: try upToHeads(positions, of: account))
        guard known != former else { return }
        if known.conversations.count > options.conversationsPerUser { try forgetStrange(&known, of: account) }
        if known.groups.count > options.groupsPerUser { try forgetStrangeGroups(&known, of: account) }
        if former == nil { try makeRoomForDevice(of: number) }
        try store.execute(
            """
            INSERT INTO device (account, name, stamp, positions) VALUES ($1, $2, $3, $4)
            ON CONFLICT (account, name) DO UPDATE SET stamp = $3, positions = $4
            """, [.integer(number), .text(device), .integer(try stamp()), .text(known.text)])
    }

    /// Nobody has more of a stream than there is: else a mistaken position would spoil the device for good.
    private func upToHeads(_ positions: StreamPositions, of account: Account) throws -> StreamPositions {
        var real = StreamPositions()
        if let seq = positions.user { real.user = min(seq, try streamSeq(of: account)) }
        for (id, seq) in positions.conversations {
            guard let edit = try ConversationID(id).flatMap({ try self.edit($0, of: account) }) else { continue }
            real.conversations[id] = min(seq, edit.membership.lastSeq(of: edit.conversation))
        }
        if positions.groups.isEmpty { return real }
        for group in try groupPositions(of: account) {
            if let seq = positions.groups[String(group.group)] {
                real.groups[String(group.group)] = min(seq, group.seq)
            }
        }
        return real
    }

    func positions(of device: String, of number: Int64) throws -> StreamPositions? {
        var found: StreamPositions?
        try store.query(
            "SELECT positions FROM device WHERE account = $1 AND name = $2",
            [.integer(number), .text(device)]
        ) { row in found = StreamPositions(text: row.text(0)) }
        return found
    }

    /// No more than the list can hold: those that are in no list any more go.
    private func forgetStrange(_ positions: inout StreamPositions, of account: Account) throws {
        let listed = try Set(listed(of: account).map { try view($0).id.description })
        positions.conversations = positions.conversations.filter { listed.contains($0.key) }
    }

    /// The same of groups: those that the user is in none of.
    private func forgetStrangeGroups(_ positions: inout StreamPositions, of account: Account) throws {
        let joined = try Set(groupPositions(of: account).map { String($0.group) })
        positions.groups = positions.groups.filter { joined.contains($0.key) }
    }

    /// Device names are the clients' choice: the one that has been silent longest gives way.
    func makeRoomForDevice(of number: Int64) throws {
        var stamps: [Int64] = []
        try store.query("SELECT stamp FROM device WHERE account = $1", [.integer(number)]) { row in
            stamps.append(row.integer(0))
        }
        guard stamps.count >= options.devicesPerUser else { return }
        let oldest = stamps.sorted()[stamps.count - options.devicesPerUser]
        try store.execute(
            "DELETE FROM device WHERE account = $1 AND stamp <= $2", [.integer(number), .integer(oldest)])
    }
}
