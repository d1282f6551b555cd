import Domain
import Storage

/// F-32: a message of a channel is pushed to its followers some at a time, however many they are, and while few other pushes
/// wait for their providers.
extension PushDecider {
    /// For the oldest message for which not all followers are decided on: the next of them. Nil: there is none, or so
    /// many pushes are due that others' would wait behind these. Messages from before `cutoff` are pushed no more.
    package func followerDecision(
        now: Milliseconds, cutoff: Stamp, in store: any Transaction
    ) throws(StoreError) -> Decision? {
        guard let (message, channel, after) = try openPush(in: store), try dueCount(at: now, in: store) < mostDue else {
            return nil
        }
        var decision = Decision(message: message)
        guard message.stamp >= cutoff, let through = try lastFollower(of: channel, after: after, in: store) else {
            decision.followersThrough = .end
            return decision
        }
        decision.followersThrough = through
        do throws(StoreError) {
            guard let job = try PushJob.find(message, in: store) else { return decision }
            let former = try SettingHistory(at: message, in: store)
            decision.damages += former.damages
            let receivers = try followers(of: channel, (after, through), job, &decision.damages, in: store)
            try decide(&decision, on: receivers, job, former, in: store)
        } catch {
            guard error.kind == .corrupt else { throw error }
            decision.damages.append(error)
        }
        return decision
    }

    private func openPush(
        in store: any Transaction
    ) throws(StoreError) -> (message: MessageNumber, channel: ChannelNumber, after: PairKey)? {
        var found: (MessageNumber, ChannelNumber, PairKey)?
        try store.query(
            """
            SELECT id, channel, decided_through FROM notification_push
            WHERE channel != 0 AND decided_through < 9223372036854775807 ORDER BY id LIMIT 1
            """
        ) { row in found = (MessageNumber(row.key(0)), row.integer(1), row.integer(2)) }
        return found
    }

    /// Up to so many as matter.
    private func dueCount(at now: Milliseconds, in store: any Transaction) throws(StoreError) -> Int {
        var count = 0
        for service in services {
            try store.query(
                """
                SELECT count(*) FROM
                    (SELECT 1 FROM push WHERE provider = $1 AND state = 0 AND due <= $2 LIMIT $3)
                """, [.text(service.rawValue), .integer(now), .integer(Int64(mostDue))]
            ) { row in count += Int(row.integer(0)) }
        }
        return count
    }

    private func lastFollower(
        of channel: ChannelNumber, after key: PairKey, in store: any Transaction
    ) throws(StoreError) -> PairKey? {
        var last: PairKey?
        try store.query(
            """
            SELECT max(id) FROM
                (SELECT id FROM channel_follower WHERE channel = $1 AND id > $2 ORDER BY id LIMIT $3)
            """, [.integer(channel), .integer(key), .integer(Int64(followersPerDecision))]
        ) { row in last = row.isNull(0) ? nil : row.integer(0) }
        return last
    }

    /// But those of whom a row is damaged.
    private func followers(
        of channel: ChannelNumber, _ bounds: (after: PairKey, through: PairKey), _ job: PushJob,
        _ damages: inout [StoreError], in store: any Transaction
    ) throws(StoreError) -> [Addressed] {
        do throws(StoreError) {
            return try followers(of: channel, bounds, job, in: store)
        } catch {
            guard error.kind == .corrupt else { throw error }
        }
        var keys: [PairKey] = []
        try store.query(
            "SELECT id FROM channel_follower WHERE channel = $1 AND id > $2 AND id <= $3 ORDER BY id",
            [.integer(channel), .integer(bounds.after), .integer(bounds.through)]
        ) { row in keys.append(row.integer(0)) }
        var receivers: [Addressed] = []
        for key in keys {
            do throws(StoreError) {
                receivers += try followers(of: channel, (PairKey(key.rawValue - 1), key), job, in: store)
            } catch {
                guard error.kind == .corrupt else { throw error }
                damages.append(error)
            }
        }
        return receivers
    }

    /// Those who followed the channel, and had an address, when the message was published.
    private func followers(
        of channel: ChannelNumber, _ bounds: (after: PairKey, through: PairKey), _ job: PushJob,
        in store: any Transaction
    ) throws(StoreError) -> [Addressed] {
        var receivers: [Addressed] = []
        try store.query(
            """
            SELECT account.id, account.name, since, 0, 0, 0, coalesce(quiet_hours.value, $5), push_address.id, provider
            FROM channel_follower
                CROSS JOIN account ON account.id = channel_follower.id >> 32
                CROSS JOIN push_address ON push_address.account = account.id
                    AND push_address.id < $4 AND (gone = 0 OR gone > $4)
                LEFT JOIN quiet_hours ON quiet_hours.account = account.id
            WHERE channel = $1 AND channel_follower.id > $2 AND channel_follower.id <= $3 AND since < $4
                AND account.state != 2 AND account.created_at <= $6
            ORDER BY channel_follower.id
            """,
            [
                .integer(channel), .integer(bounds.after), .integer(bounds.through), .integer(job.message.id),
                .integer(QuietHours.off.packed), .integer(job.message.time),
            ]
        ) { row throws(StoreError) in try Self.take(row, to: &receivers) }
        return receivers
    }
}

private let followersPerDecision = 1_000
/// While more pushes are due than that, others' go first.
private let mostDue = 1_000
