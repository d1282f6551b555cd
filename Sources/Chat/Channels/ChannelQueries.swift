import ClientProtocol
import Domain
import Storage

/// Channels and their messages, read from the store alone, on any reader's queue.
package enum ChannelQueries {
    package struct Followed: Sendable {
        package let channel: Channel
        package let seq: Seq
        package let since: Milliseconds
    }

    package struct FollowedPage: Sendable {
        package var channels: [Followed] = []
        package var isLast = true
    }

    private static let byName = Channel.Column.select("WHERE name = $1")
    private static let some = Channel.Column.select("WHERE id > $1 AND state = 0 ORDER BY id LIMIT $2")
    private static let followedBy = PairSelection<Channel.Column, FollowerColumn>(
        """
        FROM channel_follower JOIN channel ON channel.id = channel_follower.channel
        WHERE channel_follower.id > $1 AND channel_follower.id <= $2 AND channel.state = 0
        ORDER BY channel_follower.since
        """)
    private static let byNumber = Channel.Column.select("WHERE id = $1")
    private static let messageByNumber = StoredChannelMessage.Column.select("WHERE id = $1")

    /// Nil: it is no longer kept.
    static func message(
        _ seq: Seq, of channel: ChannelNumber, in store: any Transaction
    ) throws(StoreError) -> StoredChannelMessage? {
        var found: StoredChannelMessage?
        try store.query(messageByNumber, [.integer(PairKey.key(channel, seq))]) { row throws(StoreError) in
            found = try StoredChannelMessage(row)
        }
        return found
    }

    static func row(of channel: ChannelNumber, in store: any Transaction) throws(StoreError) -> Channel? {
        var found: Channel?
        try store.query(byNumber, [.integer(channel)]) { row throws(StoreError) in found = try Channel(row) }
        return found
    }

    /// Destroyed or not.
    static func row(of id: ChannelID, in store: any Transaction) throws(StoreError) -> Channel? {
        var found: Channel?
        try store.query(byName, [.text(id.text)]) { row throws(StoreError) in found = try Channel(row) }
        return found
    }

    /// F-02: what a user may not read is not there.
    package static func visible(
        _ id: ChannelID, to claim: ChannelClaim, in store: any Transaction
    ) throws(CommandError) -> Channel {
        guard let channel = try stored(row(of: id, in: store)), channel.state == .open, channel.isVisible(to: claim)
        else { throw .refused(.noChannel, keys: ["channelID"]) }
        return channel
    }

    package static func lastSeq(of channel: Channel, in store: any Transaction) throws(StoreError) -> Seq {
        let bounds = PairKey.bounds(channel.number)
        var seq = channel.baseSeq
        try store.query(
            "SELECT id FROM channel_message WHERE id > $1 AND id <= $2 ORDER BY id DESC LIMIT 1",
            [.integer(bounds.after), .integer(bounds.through)]
        ) { row in seq = row.seq(inKey: 0) }
        return seq
    }

    package static func isFollower(
        _ account: AccountNumber, of channel: Channel, in store: any Transaction
    ) throws(StoreError) -> Bool {
        var isFollower = false
        try store.query(
            "SELECT 1 FROM channel_follower WHERE id = $1", [.integer(PairKey.key(account, channel.number))]
        ) { _ in isFollower = true }
        return isFollower
    }

    package static func isPublisher(
        _ account: AccountNumber, of channel: Channel, in store: any Transaction
    ) throws(StoreError) -> Bool {
        var isPublisher = false
        try store.query(
            "SELECT 1 FROM channel_publisher WHERE id = $1", [.integer(PairKey.key(channel.number, account))]
        ) { _ in isPublisher = true }
        return isPublisher
    }

    /// F-13: those that the user may read, the first subscribed first.
    package static func followed(
        by account: AccountNumber, with claim: ChannelClaim, in store: any Transaction
    ) throws(StoreError) -> [Followed] {
        let bounds = PairKey.bounds(account)
        var found: [(channel: Channel, since: Stamp)] = []
        try store.query(followedBy, [.integer(bounds.after), .integer(bounds.through)]) { row, own throws(StoreError) in
            let channel = try Channel(row)
            if channel.isVisible(to: claim) { found.append((channel, own.integer(.since))) }
        }
        return try found.map { channel, since throws(StoreError) in
            Followed(channel: channel, seq: try lastSeq(of: channel, in: store), since: since.time)
        }
    }

    /// As many of them as fit, behind so many.
    package static func followed(
        by account: AccountNumber, with claim: ChannelClaim, behind count: Int, bytes: Int, in store: any Transaction
    ) throws(StoreError) -> FollowedPage {
        var (page, left) = (FollowedPage(), bytes)
        for one in try followed(by: account, with: claim, in: store).dropFirst(count) {
            left -= one.channel.weight
            if left < 0, !page.channels.isEmpty {
                page.isLast = false
                break
            }
            page.channels.append(one)
        }
        return page
    }

    // MARK: - For backends

    package struct Page: Sendable {
        package var channels: [Channel] = []
        /// 0: there are no more.
        package var next: Int64 = 0
    }

    /// In the order in which they were first made: as many as fit.
    package static func all(
        after: Int64, count: Int, bytes: Int, in store: any Transaction
    ) throws(StoreError) -> Page {
        var (page, left) = (Page(), bytes)
        try store.query(some, [.integer(after), .integer(Int64(count + 1))]) { row throws(StoreError) in
            if page.next > 0 { return }
            let channel = try Channel(row)
            left -= channel.weight
            if page.channels.count < count, left >= 0 || page.channels.isEmpty {
                page.channels.append(channel)
            } else {
                page.next = page.channels.last?.number.rawValue ?? 0
            }
        }
        return page
    }

    package static func publishers(of channel: Channel, in store: any Transaction) throws(StoreError) -> [UserID] {
        let bounds = PairKey.bounds(channel.number)
        var users: [UserID] = []
        try store.query(
            """
            SELECT account.name FROM channel_publisher JOIN account ON account.id = channel_publisher.account
            WHERE channel_publisher.id > $1 AND channel_publisher.id <= $2 ORDER BY channel_publisher.id
            """, [.integer(bounds.after), .integer(bounds.through)]
        ) { row throws(StoreError) in users.append(try row.userID(0)) }
        return users
    }
}

/// Of a subscription, beside its channel.
private enum FollowerColumn: Int, ColumnList {
    case since

    var expression: String { "channel_follower.since" }
}
