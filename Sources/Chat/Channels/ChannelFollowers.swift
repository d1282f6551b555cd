import ClientProtocol
import Domain
import Storage

/// Where the stream of a channel stands that a user follows.
package struct ChannelPosition: Sendable {
    package let number: ChannelNumber
    package let id: ChannelID
    package let seq: Seq
}

/// The users who have subscribed to each channel: rows, and nothing in memory.
package final class ChannelFollowers {
    private let work: UnitOfWork
    private let accounts: Accounts
    private let channels: Channels
    private let channelStreams: ChannelStreams

    init(work: UnitOfWork, accounts: Accounts, channels: Channels, channelStreams: ChannelStreams) {
        self.work = work
        self.accounts = accounts
        self.channels = channels
        self.channelStreams = channelStreams
    }

    /// F-10: returns where the stream stands: what comes behind it, the user's sessions are told.
    package func subscribe(
        _ number: AccountNumber, to id: ChannelID, with claim: ChannelClaim
    ) throws(CommandError) -> Seq {
        let account = try accounts.caller(number)
        let channel = try channels.visible(id, to: claim)
        let seq = try channelStreams.lastSeq(of: channel)
        if try !follows(account, channel.number) {
            guard try count(of: account) < work.options.channelsPerUser else {
                throw .refused(.tooMany, "\(work.options.channelsPerUser) channels are followed", keys: ["channelID"])
            }
            try work.execute(
                "INSERT INTO channel_follower (id, channel, since) VALUES ($1, $2, $3)",
                [
                    .integer(PairKey.key(account.number, channel.number)), .integer(channel.number),
                    .integer(try work.stamp()),
                ])
            try channels.changeFollowers(of: channel.number, by: 1)
            work.emit(ChannelSubscriptionChanged(channel: id, seq: seq), to: account)
            try work.note(.channelSubscribed, of: .channel(channel.number), account: account.number)
        }
        // A session whose former token did not name the channel follows it from here on.
        work.lead(to: .followed(channel.number, account.id))
        return seq
    }

    /// F-12: what the user does not follow is no fault.
    package func unsubscribe(_ number: AccountNumber, from id: ChannelID) throws(CommandError) {
        let account = try accounts.caller(number)
        guard let channel = try channels.channel(id), try remove(account, from: channel.number) else { return }
        work.emit(ChannelSubscriptionChanged(channel: id, seq: nil), to: account)
        work.lead(to: .unfollowed(channel.number, account.id))
        try work.note(.channelUnsubscribed, of: .channel(channel.number), account: account.number)
    }

    /// F-13: of those that the user follows and may read.
    func positions(of account: Account, with claim: ChannelClaim) throws(CommandError) -> [ChannelPosition] {
        try stored(ChannelQueries.followed(by: account.number, with: claim, in: work.store)).map { followed in
            ChannelPosition(number: followed.channel.number, id: followed.channel.id, seq: followed.seq)
        }
    }

    private func follows(_ account: Account, _ channel: ChannelNumber) throws(CommandError) -> Bool {
        var follows = false
        try work.query(
            "SELECT 1 FROM channel_follower WHERE id = $1", [.integer(PairKey.key(account.number, channel))]
        ) { _ in follows = true }
        return follows
    }

    private func count(of account: Account) throws(CommandError) -> Int64 {
        let bounds = PairKey.bounds(account.number)
        var count: Int64 = 0
        try work.query(
            "SELECT count(*) FROM channel_follower WHERE id > $1 AND id <= $2",
            [.integer(bounds.after), .integer(bounds.through)]
        ) { row in count = row.integer(0) }
        return count
    }

    private func remove(_ account: Account, from channel: ChannelNumber) throws(CommandError) -> Bool {
        let removed = try work.execute(
            "DELETE FROM channel_follower WHERE id = $1", [.integer(PairKey.key(account.number, channel))])
        if removed > 0 { try channels.changeFollowers(of: channel, by: -1) }
        return removed > 0
    }

    /// Of a deleted account.
    func erase(of account: Account) throws(CommandError) {
        let bounds = PairKey.bounds(account.number)
        var followed: [ChannelNumber] = []
        try work.query(
            "SELECT channel FROM channel_follower WHERE id > $1 AND id <= $2",
            [.integer(bounds.after), .integer(bounds.through)]
        ) { row in followed.append(row.integer(0)) }
        for channel in followed { _ = try remove(account, from: channel) }
    }

    /// A piece of a destroyed channel. Returns whether it was the last.
    func erase(of channel: Channel) throws(CommandError) -> Bool {
        let erased = try work.execute(
            """
            DELETE FROM channel_follower WHERE id IN
                (SELECT id FROM channel_follower WHERE channel = $1 ORDER BY id LIMIT $2)
            """, [.integer(channel.number), .integer(rowsPerSweep)])
        return erased < rowsPerSweep
    }
}
