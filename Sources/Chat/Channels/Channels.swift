import ClientProtocol
import Domain
import Storage

/// Keeps channels with their messages, publishers and followers. Each command reads the rows anew; only rates are in memory.
package final class Channels {
    let work: UnitOfWork
    let accounts: Accounts
    let pushes: Pushes
    private var messageSweep = StreamSweep(of: "channel_message")
    private var rate: RateMeters<ChannelNumber>

    private static let writing = Channel.Column.upsert(keeping: [.name])

    init(work: UnitOfWork, accounts: Accounts, pushes: Pushes) {
        self.work = work
        self.accounts = accounts
        self.pushes = pushes
        let perSecond = work.options.messagesPerChannelPerSecond
        rate = RateMeters(RateLimit(perSecond: perSecond, burst: perSecond))
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

    /// The one of this id, destroyed or not.
    func row(of id: ChannelID) throws(CommandError) -> Channel? {
        try stored(ChannelQueries.row(of: id, in: work.store))
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

    /// One more message in the channel. Too many in a second are refused (F-17).
    func chargeMessage(to channel: Channel) throws(CommandError) {
        guard rate.allows(channel.number, now: work.now) else {
            throw .refused(.rateLimited, "the channel has too many messages in too short a time", keys: ["channelID"])
        }
    }

    /// F-18: what is too old, a bounded piece at a time.
    func trim() throws(CommandError) {
        try trimPublications()
        try messageSweep.doPiece(before: work.channelCutoff, in: work)
    }

    func forget() { rate.forget() }
}
