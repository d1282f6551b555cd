import ClientProtocol
import Domain
import Security
import Storage

/// The messages of each channel, numbered without holes; and the ids that publishers gave them, by which a repeat is found.
extension Channels {
    private static let insertion = StoredChannelMessage.Column.insert()

    /// The last seq. Retention leaves the last row alone.
    func lastSeq(of channel: Channel) throws(CommandError) -> Seq {
        try stored(ChannelQueries.lastSeq(of: channel, in: work.store))
    }

    func append(_ message: StoredChannelMessage) throws(CommandError) {
        try work.execute(Self.insertion, message.values)
        let excess = message.seq - Int64(work.options.messagesPerChannel)
        if excess > 0, excess.rawValue % 100 == 0 {
            try work.execute(
                "DELETE FROM channel_message WHERE id > $1 AND id <= $2",
                [
                    .integer(PairKey.bounds(message.channel).after),
                    .integer(PairKey.key(message.channel, excess)),
                ])
        }
    }

    // MARK: - Repeats

    /// A message that was published with an id of the publisher's own.
    struct Publication {
        let seq: Seq
        let stamp: Stamp
        let digest: RequestDigest
    }

    private var period: Int64 { work.now / work.retryPeriod }

    /// `since`: what is older is of a former channel of the same id, or of a former owner of the account.
    func publication(
        _ clientID: String, in channel: ChannelNumber, by sender: AccountNumber, since: Stamp
    ) throws(CommandError) -> Publication? {
        var found: Publication?
        try work.query(
            """
            SELECT seq, stamp, digest FROM channel_publication
            WHERE period IN ($1, $1 - 1) AND client_id = $2 AND channel = $3 AND sender = $4 AND stamp >= $5
            """,
            [.integer(period), .text(clientID), .integer(channel), .integer(sender), .integer(since)]
        ) { row throws(StoreError) in
            found = Publication(seq: row.integer(0), stamp: row.integer(1), digest: try row.digest(2))
        }
        return found
    }

    func rememberPublication(_ message: StoredChannelMessage, _ digest: RequestDigest) throws(CommandError) {
        try work.execute(
            """
            INSERT INTO channel_publication (period, client_id, channel, sender, seq, stamp, digest)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            ON CONFLICT (period, client_id, channel, sender) DO UPDATE SET seq = $5, stamp = $6, digest = $7
            """,
            [
                .integer(period), .text(message.clientID), .integer(message.channel), .integer(message.sender),
                .integer(message.seq), .integer(message.stamp), .bytes(digest.bytes),
            ])
    }

    // MARK: - The end

    func trimPublications() throws(CommandError) {
        try work.execute(
            """
            DELETE FROM channel_publication WHERE (period, client_id, channel, sender) IN
                (SELECT period, client_id, channel, sender FROM channel_publication WHERE period < $1
                ORDER BY period, client_id, channel, sender LIMIT $2)
            """, [.integer(period - 1), .integer(rowsPerSweep)])
    }

    /// A piece of a destroyed channel. Returns whether it was the last.
    func eraseMessages(of channel: Channel) throws(CommandError) -> Bool {
        let bounds = PairKey.bounds(channel.number)
        let erased = try work.execute(
            """
            DELETE FROM channel_message WHERE id IN
                (SELECT id FROM channel_message WHERE id > $1 AND id <= $2 ORDER BY id LIMIT $3)
            """, [.integer(bounds.after), .integer(bounds.through), .integer(rowsPerSweep)])
        return erased < rowsPerSweep
    }

    /// M-47: what an erased user has published. Looks at a piece of those behind one, and returns how far; nil: there are no more.
    func eraseTexts(of account: Account, after first: PairKey, through bound: Stamp) throws(CommandError) -> PairKey? {
        var last: PairKey?
        try work.query(
            "SELECT max(id) FROM (SELECT id FROM channel_message WHERE id > $1 ORDER BY id LIMIT $2)",
            [.integer(first), .integer(rowsPerSweep)]
        ) { row in last = row.isNull(0) ? nil : row.integer(0) }
        guard let last else { return nil }
        try work.execute(
            """
            UPDATE channel_message SET body = '{}', client_id = '', flags = flags | 1
            WHERE id > $1 AND id <= $2 AND sender = $3 AND stamp <= $4
            """, [.integer(first), .integer(last), .integer(account.number), .integer(bound)])
        return last
    }

    /// M-47: how an erased user called what it has published, also of what is kept no longer. Returns whether there may be more.
    func eraseNames(of account: Account, through bound: Stamp) throws(CommandError) -> Bool {
        let erased = try work.execute(
            """
            DELETE FROM channel_publication WHERE (period, client_id, channel, sender) IN
                (SELECT period, client_id, channel, sender FROM channel_publication
                WHERE sender = $1 AND stamp <= $2 LIMIT $3)
            """, [.integer(account.number), .integer(bound), .integer(rowsPerSweep)])
        return erased == rowsPerSweep
    }
}

extension UnitOfWork {
    /// The stamp before which messages of channels are no longer given out.
    var channelCutoff: Stamp { Stamp(milliseconds: now - .days(options.channelDays)) }
}
