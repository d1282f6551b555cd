import Domain
import Storage

/// S-Q33: each device has a mark, a stamp: of the profiles and the presence that have changed since, it has not been told.
///
/// A mark is never beyond what the client has had. It rises when a session has ended, so that after a crash a device is told
/// again what it was told in its last session, and never less.

/// Knows how far each device has read its streams, logs it in, and tells it the events that it has missed.
package final class Devices {
    let work: UnitOfWork
    let statistics: Statistics
    let accounts: Accounts
    let contacts: Contacts
    let conversations: Conversations
    let groups: Groups
    let memberships: Memberships
    let views: Views
    let channels: Channels
    let broadcasts: Broadcasts
    let calls: Calls
    let subscriptions: Subscriptions
    let deliveryReceipts: DeliveryReceipts

    init(
        work: UnitOfWork, statistics: Statistics, accounts: Accounts, contacts: Contacts, conversations: Conversations,
        groups: Groups, memberships: Memberships, views: Views, calls: Calls, channels: Channels,
        broadcasts: Broadcasts, subscriptions: Subscriptions, deliveryReceipts: DeliveryReceipts
    ) {
        self.work = work
        self.statistics = statistics
        self.accounts = accounts
        self.contacts = contacts
        self.conversations = conversations
        self.groups = groups
        self.memberships = memberships
        self.views = views
        self.channels = channels
        self.broadcasts = broadcasts
        self.calls = calls
        self.subscriptions = subscriptions
        self.deliveryReceipts = deliveryReceipts
    }

    /// Keeps the positions that a device says it has, for when it comes back and cannot tell.
    package func acknowledge(_ positions: StreamPositions, device: String, of number: AccountNumber)
        throws(CommandError)
    {
        let account = try accounts.caller(number)
        let former = try self.positions(of: device, of: number)
        var known = former ?? StreamPositions()
        known.advance(to: try upToHeads(positions, of: account))
        guard known != former ?? StreamPositions() else { return }
        if max(known.conversations.count, known.changes.count) > work.options.conversationsPerUser {
            try forgetStrange(&known, of: account)
        }
        if known.groups.count > work.options.groupsPerUser { try forgetStrangeGroups(&known, of: account) }
        if known.channels.count > work.options.channelsPerUser { try forgetStrangeChannels(&known, of: account) }
        if former == nil { try makeRoomForDevice(of: number) }
        try work.execute(
            """
            INSERT INTO device (account, name, stamp, positions) VALUES ($1, $2, $3, $4)
            ON CONFLICT (account, name) DO UPDATE SET stamp = $3, positions = $4
            """, [.integer(number), .text(device), .integer(try work.stamp()), .text(known.text)])
    }

    /// Nobody has more of a stream than there is: else a mistaken position would spoil the device for good.
    private func upToHeads(_ positions: StreamPositions, of account: Account) throws(CommandError) -> StreamPositions {
        var real = StreamPositions()
        if let seq = positions.user { real.user = min(seq, try work.userStreams.streamSeq(of: account)) }
        for (id, seq) in positions.conversations {
            guard let edit = try memberships.edit(id, of: account) else { continue }
            let reached = min(seq, edit.membership.headSeq(of: edit.conversation))
            real.conversations[id] = reached
            deliveryReceipts.note(reached, in: edit)
        }
        for (id, place) in positions.changes {
            guard let edit = try memberships.edit(id, of: account) else { continue }
            real.changes[id] = min(place, edit.conversation.change)
        }
        for group in try positions.groups.isEmpty ? [] : groups.groupPositions(of: account) {
            if let seq = positions.groups[String(group.group)] {
                real.groups[String(group.group)] = min(seq, group.seq)
            }
        }
        for channel in try positions.channels.isEmpty ? [] : channelPositions(of: account) {
            if let seq = positions.channels[channel.id.text] { real.channels[channel.id.text] = min(seq, channel.seq) }
        }
        if let seq = positions.broadcasts { real.broadcasts = min(seq, try broadcasts.lastSeq()) }
        return real
    }

    func positions(of device: String, of number: AccountNumber) throws(CommandError) -> StreamPositions? {
        var found: StreamPositions?
        try work.query(
            "SELECT positions FROM device WHERE account = $1 AND name = $2",
            [.integer(number), .text(device)]
        ) { row throws(StoreError) in found = try row.decoded(0, StreamPositions.init(text:)) }
        return found
    }

    /// No more than the list can hold: those that are in no list any more go.
    private func forgetStrange(_ positions: inout StreamPositions, of account: Account) throws(CommandError) {
        var listed: Set<String> = []
        for edit in try memberships.listed(of: account) { listed.insert(try views.view(edit).id.description) }
        positions.conversations = positions.conversations.filter { listed.contains($0.key) }
        positions.changes = positions.changes.filter { listed.contains($0.key) }
    }

    /// The same of groups: those that the user is in none of.
    private func forgetStrangeGroups(_ positions: inout StreamPositions, of account: Account) throws(CommandError) {
        let joined = try Set(groups.groupPositions(of: account).map { String($0.group) })
        positions.groups = positions.groups.filter { joined.contains($0.key) }
    }

    /// And of channels.
    private func forgetStrangeChannels(_ positions: inout StreamPositions, of account: Account) throws(CommandError) {
        let followed = try Set(channelPositions(of: account).map(\.id.text))
        positions.channels = positions.channels.filter { followed.contains($0.key) }
    }

    /// Of all, whatever the device's token names.
    private func channelPositions(of account: Account) throws(CommandError) -> [ChannelPosition] {
        try channels.positions(of: account, with: .all)
    }

    /// Device names are the clients' choice: the one that has been silent longest gives way.
    private func makeRoomForDevice(of number: AccountNumber) throws(CommandError) {
        var stamps: [Stamp] = []
        try work.query("SELECT stamp FROM device WHERE account = $1", [.integer(number)]) { row in
            stamps.append(row.integer(0))
        }
        guard stamps.count >= work.options.devicesPerUser else { return }
        let oldest = stamps.sorted()[stamps.count - work.options.devicesPerUser]
        try work.execute(
            "DELETE FROM device WHERE account = $1 AND stamp <= $2", [.integer(number), .integer(oldest)])
    }

    /// A device's first session has begun, in which it is told of what happens after `stamp`.
    package func beginMark(of device: String, _ number: AccountNumber, at stamp: Stamp) throws(CommandError) {
        var isKnown = false
        try work.query(
            "SELECT 1 FROM device WHERE account = $1 AND name = $2", [.integer(number), .text(device)]
        ) { _ in isKnown = true }
        if !isKnown { try addDevice(device, of: number, told: stamp) }
    }

    /// The device has been told of everything up to `stamp`.
    package func raiseMark(of device: String, _ number: AccountNumber, to stamp: Stamp) throws(CommandError) {
        guard try accounts.account(number).state != .deleted else { return }
        let found = try work.execute(
            "UPDATE device SET told = max(told, $3), stamp = $4 WHERE account = $1 AND name = $2",
            [.integer(number), .text(device), .integer(stamp), .integer(try work.stamp())])
        if found == 0 { try addDevice(device, of: number, told: stamp) }
    }

    private func addDevice(_ device: String, of number: AccountNumber, told: Stamp) throws(CommandError) {
        try makeRoomForDevice(of: number)
        try work.execute(
            "INSERT INTO device (account, name, stamp, positions, told) VALUES ($1, $2, $3, $4, $5)",
            [
                .integer(number), .text(device), .integer(try work.stamp()), .text(StreamPositions().text),
                .integer(told),
            ])
    }

    /// A device that is not known has missed what all of the user's devices have missed.
    func mark(of device: String, _ account: Account) throws(CommandError) -> Stamp {
        var (own, latest): (Stamp, Stamp) = (0, 0)
        try work.query(
            "SELECT told, name = $2 FROM device WHERE account = $1", [.integer(account.number), .text(device)]
        ) { row in
            latest = max(latest, row.integer(0))
            if row.integer(1) != 0 { own = row.integer(0) }
        }
        if own > 0 { return own }
        if latest > 0 { return latest }
        // Nothing is known of devices that were there before release 0.2 alone.
        return try stored(PlatformPresence.all(of: account.number, in: work.store)).map {
            Stamp(milliseconds: $0.changedAt)
        }.max()
            ?? 0
    }

    /// Of a deleted account.
    func erase(of account: Account) throws(CommandError) {
        try work.execute("DELETE FROM device WHERE account = $1", [.integer(account.number)])
    }
}
