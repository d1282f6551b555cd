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
extension Channels {
    /// F-10: returns where the stream stands: what comes behind it, the user's sessions are told.
    package func subscribe(
        _ number: AccountNumber, to id: ChannelID, with claim: ChannelClaim
    ) throws(CommandError) -> Seq {
        let account = try accounts.caller(number)
        let channel = try ChannelQueries.visible(id, to: claim, in: work.store)
        let seq = try lastSeq(of: channel)
        if try !follows(account, channel.number) {
            guard try countFollowed(of: account) < work.options.channelsPerUser else {
                throw .refused(.tooMany, "\(work.options.channelsPerUser) channels are followed", keys: ["channelID"])
            }
            try work.execute(
                "INSERT INTO channel_follower (id, channel, since) VALUES ($1, $2, $3)",
                [
                    .integer(PairKey.key(account.number, channel.number)), .integer(channel.number),
                    .integer(try work.stamp()),
                ])
            try changeFollowers(of: channel.number, by: 1)
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
        guard let channel = try channel(id), try removeFollower(account, from: channel.number) else { return }
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

    private func countFollowed(of account: Account) throws(CommandError) -> Int {
        let bounds = PairKey.bounds(account.number)
        var count: Int64 = 0
        try work.query(
            "SELECT count(*) FROM channel_follower WHERE id > $1 AND id <= $2",
            [.integer(bounds.after), .integer(bounds.through)]
        ) { row in count = row.integer(0) }
        return Int(count)
    }

    private func removeFollower(_ account: Account, from channel: ChannelNumber) throws(CommandError) -> Bool {
        let removed = try work.execute(
            "DELETE FROM channel_follower WHERE id = $1", [.integer(PairKey.key(account.number, channel))])
        if removed > 0 { try changeFollowers(of: channel, by: -1) }
        return removed > 0
    }

    /// Of a deleted account, which also publishes nowhere when it is made again.
    func erase(_ account: Account) throws(CommandError) {
        try eraseAsPublisher(account)
        let bounds = PairKey.bounds(account.number)
        var followed: [ChannelNumber] = []
        try work.query(
            "SELECT channel FROM channel_follower WHERE id > $1 AND id <= $2",
            [.integer(bounds.after), .integer(bounds.through)]
        ) { row in followed.append(row.integer(0)) }
        for channel in followed { _ = try removeFollower(account, from: channel) }
    }

    /// A piece of a destroyed channel. Returns whether it was the last.
    func eraseFollowers(of channel: Channel) throws(CommandError) -> Bool {
        let erased = try work.execute(
            """
            DELETE FROM channel_follower WHERE id IN
                (SELECT id FROM channel_follower WHERE channel = $1 ORDER BY id LIMIT $2)
            """, [.integer(channel.number), .integer(rowsPerSweep)])
        return erased < rowsPerSweep
    }
}

/// Finds the messages that a returning device has missed in the channels that its user follows (F-13).
extension Channels {
    /// Of those that the user follows and may read, and of which the device knows. Those that it has named beside them are not
    /// there.
    func resume(
        _ channels: [ChannelPosition], _ known: StreamPositions, named: StreamPositions,
        within budget: inout ResumeBudget
    ) throws(CommandError) -> [(id: String, stream: Resumption.Stream<ChannelMessageView>)] {
        var streams: [(id: String, stream: Resumption.Stream<ChannelMessageView>)] = []
        var strange = Set(named.channels.keys)
        for channel in channels {
            let id = channel.id.text
            guard let position = known.channels[id] else { continue }
            strange.remove(id)
            streams.append(
                (
                    id,
                    try stored(
                        channel.missed(after: position, since: work.channelCutoff, within: &budget, in: work.store))
                ))
        }
        return streams + strange.sorted().map { ($0, .init(verdict: .reset(from: 1, why: .unknown), seq: 0)) }
    }
}
