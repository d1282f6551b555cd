import Domain
import Storage

/// Decides what is pushed to whom. Read from the store alone, on a reader's queue: neither the sender nor anybody else waits.
///
/// Everything counts as it was when the message was sent: settings that have changed since are looked up in
/// `setting_history`,
/// addresses that are gone since were there, and a badge leaves out what came later. So it does not matter how soon after the
/// commit it is decided, and the same question has the same answer days later. A session that is there by now, and what has
/// been read by now, count as well: the device would show what the user has seen.
package struct PushDecider: Sendable {
    package let conversationPeriod: Milliseconds
    package let isReached: @Sendable (UserID) -> Bool
    let isConnected: @Sendable (UserID, String) -> Bool
    let services: [PushService]

    package init(_ options: ChatOptions) {
        services = options.pushServices
        conversationPeriod = .days(options.conversationDays)
        isReached = options.isReached
        isConnected = options.isConnected
    }

    package struct Decision: Sendable {
        package let message: MessageNumber
        package var pushes: [Push] = []
        /// Of receivers with an address.
        package var suppressed: [PushObstacle: Int] = [:]
        /// Of rows that it went without: of receivers, or of the message itself, which is pushed to nobody then.
        package var damages: [StoreError] = []
        /// F-32: up to which follower of a channel it is decided. Nil: it is not for followers.
        var followersThrough: PairKey?

        init(message: MessageNumber) { self.message = message }
    }

    package struct Push: Sendable {
        let account: AccountNumber
        let address: Int64
        let provider: String
        let badge: Int64
        let isForced: Bool
        /// Nil: it is the message's first one to the device.
        var following: Following?

        /// Why it takes the place of one that has gone out.
        package enum Following: Sendable {
            /// The message was recalled or has expired.
            case gone
            case edit
        }
    }

    /// The jobs that are not decided, oldest first: one message at least, and no more once there are many pushes.
    package func decisions(in store: any Transaction) throws(StoreError) -> [Decision] {
        var messages: [MessageNumber] = []
        try store.query("SELECT message FROM push_job WHERE is_decided = 0 ORDER BY message LIMIT 256") { row in
            messages.append(MessageNumber(row.key(0)))
        }
        var decisions: [Decision] = []
        var count = 0
        for message in messages where count < 1_000 {
            var decision = Decision(message: message)
            do throws(StoreError) {
                try decide(&decision, in: store)
            } catch {
                guard error.kind == .corrupt else { throw error }
                decision.damages.append(error)
            }
            count += decision.pushes.count
            decisions.append(decision)
        }
        return decisions
    }

    private func decide(_ decision: inout Decision, in store: any Transaction) throws(StoreError) {
        // A message that is no longer kept is no longer pushed.
        guard let order = try PushJob.find(decision.message, in: store) else { return }
        if let call = order.payload.call { return try decide(&decision, call, of: order, in: store) }
        if order.message.isRecalled, try hasPushes(of: order.message.id, in: store) {
            return try decideReplacements(&decision, .gone, of: order, in: store)
        }
        if order.isEdited { return try decideReplacements(&decision, .edit, of: order, in: store) }
        let former = try SettingHistory(at: decision.message, in: store)
        decision.damages += former.damages
        let receivers = try receivers(of: order, former, &decision.damages, in: store)
        try decide(&decision, on: receivers, order, former, in: store)
    }

    func decide(
        _ decision: inout Decision, on receivers: [Addressed], _ order: PushJob, _ former: SettingHistory,
        in store: any Transaction
    ) throws(StoreError) {
        var badges = Badges(at: order.message, former, conversationPeriod, in: store)
        for (receiver, addresses) in receivers {
            do throws(StoreError) {
                try decide(&decision, on: receiver, addresses, order, former, &badges)
            } catch {
                guard error.kind == .corrupt else { throw error }
                decision.damages.append(error)
            }
        }
    }

    private func decide(
        _ decision: inout Decision, on receiver: PushReceiver, _ addresses: [Address], _ order: PushJob,
        _ former: SettingHistory, _ badges: inout Badges
    ) throws(StoreError) {
        switch try PushDecision.outcome(of: order.facts(for: receiver, former)) {
        case .none(let obstacle): decision.suppressed[obstacle, default: 0] += 1
        case .push where isReached(receiver.user): decision.suppressed[.online, default: 0] += 1
        case .push:
            let badge = try badges.badge(of: receiver.account)
            for address in addresses {
                decision.pushes.append(
                    Push(
                        account: receiver.account, address: address.number, provider: address.provider,
                        badge: badge, isForced: order.isForced(for: receiver.user)))
            }
        }
    }

    typealias Address = (number: Int64, provider: String)
    typealias Addressed = (PushReceiver, [Address])

    /// Those who had an address, also if they have left since.
    private func receivers(
        of order: PushJob, _ former: SettingHistory, _ damages: inout [StoreError], in store: any Transaction
    ) throws(StoreError) -> [Addressed] {
        let sender = order.message.sender
        var receivers: [Addressed]
        switch order.parties {
        case .users(let pair): return try receiver(pair.other(than: sender), of: order, in: store)
        case .group(let group):
            do throws(StoreError) {
                receivers = try members(PairKey.bounds(group), order, in: store)
            } catch {
                guard error.kind == .corrupt else { throw error }
                receivers = try membersSingly(of: group, order, &damages, in: store)
            }
        }
        if let audience = order.message.audience { return receivers.filter { $0.0.recipient.isIn(audience) } }
        let leavers = former.leavers(of: order.message.conversation)
        if leavers.isEmpty { return receivers }
        let present = Set(receivers.map(\.0.account))
        for account in leavers where account != sender && !present.contains(account) {
            receivers += try receiver(account, of: order, in: store)
        }
        return receivers
    }

    /// But those of whom a row is damaged.
    private func membersSingly(
        of group: GroupNumber, _ order: PushJob, _ damages: inout [StoreError], in store: any Transaction
    ) throws(StoreError) -> [Addressed] {
        let bounds = PairKey.bounds(group)
        var keys: [PairKey] = []
        try store.query(
            "SELECT id FROM member WHERE id > $1 AND id <= $2 ORDER BY id",
            [.integer(bounds.after), .integer(bounds.through)]
        ) { row in keys.append(row.integer(0)) }
        var receivers: [Addressed] = []
        for key in keys {
            do throws(StoreError) {
                receivers += try members((PairKey(key.rawValue - 1), key), order, in: store)
            } catch {
                guard error.kind == .corrupt else { throw error }
                damages.append(error)
            }
        }
        return receivers
    }

    /// But the sender.
    private func members(
        _ bounds: (after: PairKey, through: PairKey), _ order: PushJob, in store: any Transaction
    ) throws(StoreError) -> [Addressed] {
        let message = order.message
        var receivers: [Addressed] = []
        try store.query(
            """
            SELECT account.id, account.name, joined_at, coalesce(receive_option, 0), notify, is_blocking,
                coalesce(quiet_hours.value, $5), push_address.id, provider
            FROM member
                JOIN push_address ON push_address.account = member.account
                    AND push_address.id < $6 AND (gone = 0 OR gone > $6)
                JOIN account ON account.id = member.account
                LEFT JOIN membership ON membership.id = (member.account << 32 | $3)
                LEFT JOIN quiet_hours ON quiet_hours.account = member.account
            WHERE member.id > $1 AND member.id <= $2 AND member.account != $4
                AND account.state != 2 AND account.created_at <= $7
            ORDER BY member.id
            """,
            [
                .integer(bounds.after), .integer(bounds.through), .integer(message.conversation),
                .integer(message.sender), .integer(QuietHours.off.packed), .integer(message.id),
                .integer(message.time),
            ]
        ) { row throws(StoreError) in try Self.take(row, to: &receivers) }
        return receivers
    }

    /// Of a conversation between two, or one who is no member any more.
    private func receiver(
        _ account: AccountNumber, of order: PushJob, in store: any Transaction
    ) throws(StoreError) -> [Addressed] {
        let message = order.message
        var receivers: [Addressed] = []
        try store.query(
            """
            SELECT account.id, account.name, NULL, coalesce(receive_option, 0), 0, 0, coalesce(quiet_hours.value, $3),
                push_address.id, provider
            FROM account
                JOIN push_address ON push_address.account = account.id
                    AND push_address.id < $4 AND (gone = 0 OR gone > $4)
                LEFT JOIN membership ON membership.id = (account.id << 32 | $2)
                LEFT JOIN quiet_hours ON quiet_hours.account = account.id
            WHERE account.id = $1 AND account.state != 2 AND account.created_at <= $5
            """,
            [
                .integer(account), .integer(message.conversation), .integer(QuietHours.off.packed),
                .integer(message.id), .integer(message.time),
            ]
        ) { row throws(StoreError) in try Self.take(row, to: &receivers) }
        return receivers
    }

    /// The columns of a receiver, and then number and provider of an address. One for calls is for nothing else.
    static func take(_ row: any Row, to receivers: inout [Addressed]) throws(StoreError) {
        if row.text(8).hasPrefix(PushProvider.apnsVoip.rawValue) { return }
        if receivers.last?.0.account != row.integer(0) { receivers.append((try PushReceiver(row), [])) }
        receivers[receivers.count - 1].1.append((row.integer(7), row.text(8)))
    }
}

extension PushReceiver {
    /// The columns account, name, joined_at, receive_option, notify, is_blocking, quiet hours.
    init(_ row: any Row) throws(StoreError) {
        self.init(
            account: row.integer(0), user: try row.userID(1), joinedAt: row.optionalInteger(2) ?? .max,
            option: row.integer(3),
            notify: row.integer(4), isBlocking: row.integer(5), quietHours: row.integer(6))
    }
}

/// C-28, C-Q17: the totals of unread messages right after one message, for many receivers of it.
struct Badges {
    private let message: StoredMessage
    private let former: SettingHistory
    private let conversationPeriod: Milliseconds
    private let store: any Transaction
    /// By their numbers, with the message that was their last one then.
    private var conversations: [ConversationNumber: Conversation] = [:]

    init(
        at message: StoredMessage, _ former: SettingHistory, _ conversationPeriod: Milliseconds,
        in store: any Transaction
    ) {
        self.message = message
        self.former = former
        self.conversationPeriod = conversationPeriod
        self.store = store
    }

    mutating func badge(of account: AccountNumber) throws(StoreError) -> Int64 {
        var badge: Int64 = 0
        for var membership in try Membership.listed(of: account, in: store) {
            if let option = former[.option, account, membership.conversation].flatMap(ReceiveOption.init) {
                membership.option = option
            }
            guard membership.option.countsInTotal else { continue }
            let conversation = try conversation(membership.conversation)
            if conversation.lastSeq <= membership.held.endSeq, membership.heldLast != 0 {
                membership.heldMessage = try StoredMessage.find(membership.heldLast, in: store)
            }
            if membership.lastChange(in: conversation) + conversationPeriod <= message.time { continue }
            badge += membership.unreadContribution(in: conversation, to: account)
        }
        return badge
    }

    private mutating func conversation(_ number: ConversationNumber) throws(StoreError) -> Conversation {
        if let conversation = conversations[number] { return conversation }
        guard let found = try ConversationRow.find(number, in: store) else { throw .missing("conversation", number) }
        // A notification has no seq: it is no message of the group's.
        let isLast = number == message.conversation && message.seq != 0 && !message.isTargeted
        let last = isLast ? message : try lastMessage(from: found.last)
        let conversation = found.conversation(last: last)
        // Messages that have been recalled since this one was sent no longer count for a badge.
        if found.change > 0 { try conversation.loadVoids(from: store) }
        // Of two users, no other receiver has it.
        if conversation.group != nil { conversations[number] = conversation }
        return conversation
    }

    /// Goes back from the last message there is now. Those to some members alone are passed over, as lists do.
    private func lastMessage(from number: MessageNumber) throws(StoreError) -> StoredMessage? {
        var last = try StoredMessage.find(number, in: store)
        while let later = last, later.id > message.id || later.isTargeted {
            last = try StoredMessage.find(later.previous, in: store)
        }
        return last
    }
}
