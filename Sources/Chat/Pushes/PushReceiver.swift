import Domain
import Storage

/// One for whom a message is, with what the store says now.
struct PushReceiver {
    let account: AccountNumber
    let user: UserID
    /// A stamp; of a user who is no member of the group now, later than any.
    let joinedAt: Stamp
    let option: Int64
    let notify: Int64
    let isBlocking: Int64
    /// Packed.
    let quietHours: Int64
}

extension PushReceiver {
    /// Nil: the message was never for this user to see.
    static func find(
        _ account: Account, of job: PushJob, in store: any Transaction
    ) throws(StoreError) -> PushReceiver? {
        var option: Int64 = 0
        var isKnown = false
        try store.query(
            "SELECT receive_option FROM membership WHERE id = $1",
            [.integer(PairKey.key(account.number, job.message.conversation))]
        ) { row in (option, isKnown) = (row.integer(0), true) }
        var notify: Int64 = 0
        var isBlocking: Int64 = 0
        var joinedAt = Stamp.max
        switch job.parties {
        case _ where job.channel != nil:
            guard try follows(account, job, in: store) else { return nil }
        case .group(let group):
            try store.query(
                "SELECT notify, is_blocking, joined_at FROM member WHERE id = $1",
                [.integer(PairKey.key(group, account.number))]
            ) { row in (notify, isBlocking, joinedAt) = (row.integer(0), row.integer(1), row.integer(2)) }
            guard isKnown || joinedAt != .max || job.message.sender == account.number else { return nil }
        case .users(let pair):
            guard [pair.low, pair.high].contains(account.number) else { return nil }
        }
        var quietHours = QuietHours.off.packed
        try store.query("SELECT value FROM quiet_hours WHERE account = $1", [.integer(account.number)]) { row in
            quietHours = row.integer(0)
        }
        let receiver = PushReceiver(
            account: account.number, user: account.id, joinedAt: joinedAt, option: option, notify: notify,
            isBlocking: isBlocking, quietHours: quietHours)
        return receiver.recipient.isIn(job.message.audience) ? receiver : nil
    }

    var recipient: MessageRecipient { MessageRecipient(account: account, user: user, joinedAt: joinedAt) }

    /// F-32: whether the account has followed the channel since before the message.
    private static func follows(
        _ account: Account, _ job: PushJob, in store: any Transaction
    ) throws(StoreError) -> Bool {
        guard let channel = job.channel else { return false }
        var follows = false
        try store.query(
            "SELECT 1 FROM channel_follower WHERE id = $1 AND since < $2",
            [.integer(PairKey.key(account.number, channel)), .integer(job.message.id)]
        ) { _ in follows = true }
        return follows
    }
}

extension PushJob {
    /// M-55: false: the message is for some members alone, and the user, who was one of them, has left since.
    func isStillVisible(to account: AccountNumber, in store: any Transaction) throws(StoreError) -> Bool {
        guard message.isTargeted, case .group(let group) = parties else { return true }
        var isMember = false
        try store.query(
            "SELECT 1 FROM member WHERE id = $1 AND joined_at < $2",
            [.integer(PairKey.key(group, account)), .integer(message.id)]
        ) { _ in isMember = true }
        return isMember
    }
}
