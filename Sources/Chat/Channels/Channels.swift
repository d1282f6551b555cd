import ClientProtocol
import Domain
import Storage

/// The channels' own rows. They are read anew by each command: a channel has no other state than its rows.
final class Channels {
    private let work: UnitOfWork

    private static let writing = Channel.Column.upsert(keeping: [.name])
    private static let nextEnding = Channel.Column.select("WHERE state = 1 ORDER BY id LIMIT 1")

    init(work: UnitOfWork) {
        self.work = work
    }

    /// Nil: there is none of this id.
    func channel(_ id: ChannelID) throws(CommandError) -> Channel? {
        guard let channel = try row(of: id), channel.state == .open else { return nil }
        return channel
    }

    /// For a backend.
    func known(_ id: ChannelID) throws(CommandError) -> Channel {
        guard let channel = try channel(id) else { throw .refused(.noChannel, keys: ["channelID"]) }
        return channel
    }

    /// F-02: what a user may not read is not there.
    func visible(_ id: ChannelID, to claim: ChannelClaim) throws(CommandError) -> Channel {
        try ChannelQueries.visible(id, to: claim, in: work.store)
    }

    /// The one of this id, destroyed or not.
    func row(of id: ChannelID) throws(CommandError) -> Channel? {
        try stored(ChannelQueries.row(of: id, in: work.store))
    }

    /// One that is destroyed and whose rows are not all gone.
    func nextEnding() throws(CommandError) -> Channel? {
        var found: Channel?
        try work.query(Self.nextEnding, []) { row throws(StoreError) in found = try Channel(row) }
        return found
    }

    /// A number is given once.
    func nextNumber() throws(CommandError) -> ChannelNumber {
        var last: ChannelNumber = 0
        try work.query("SELECT coalesce(max(id), 0) FROM channel") { row in last = row.integer(0) }
        return ChannelNumber(last.rawValue + 1)
    }

    func save(_ channel: Channel) throws(CommandError) {
        try work.execute(Self.writing, channel.values)
    }

    /// Counts the users that follow the channel, whether they are online or not (F-21).
    func changeFollowers(of channel: ChannelNumber, by count: Int64) throws(CommandError) {
        try work.execute(
            "UPDATE channel SET followers = followers + $2 WHERE id = $1", [.integer(channel), .integer(count)])
    }
}
