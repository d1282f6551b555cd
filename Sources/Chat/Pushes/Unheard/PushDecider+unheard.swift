import Domain
import Storage

/// Messages that counted as delivered to a session which has ended unheard.
extension PushDecider {
    /// Those whose turn it is, some at a time.
    package func unheard(dueBy now: Milliseconds, in store: any Transaction) throws(StoreError) -> [Unheard] {
        var found: [Unheard] = []
        try store.query(
            """
            SELECT account, name, since, until FROM unheard JOIN account ON account.id = account
            WHERE due <= $1 ORDER BY due LIMIT 64
            """, [.integer(now)]
        ) { row throws(StoreError) in found.append(try Unheard(row)) }
        return found
    }

    /// The same where a row is damaged: those of the others, and the accounts whose rows are.
    package func unheardSingly(
        dueBy now: Milliseconds, in store: any Transaction
    ) throws(StoreError) -> (found: [Unheard], damaged: [AccountNumber]) {
        var accounts: [AccountNumber] = []
        try store.query("SELECT account FROM unheard WHERE due <= $1 ORDER BY due LIMIT 64", [.integer(now)]) { row in
            accounts.append(AccountNumber(row.key(0)))
        }
        var (found, damaged): ([Unheard], [AccountNumber]) = ([], [])
        for account in accounts {
            do throws(StoreError) {
                try store.query(
                    """
                    SELECT account, name, since, until FROM unheard JOIN account ON account.id = account
                    WHERE account = $1
                    """, [.integer(account)]
                ) { row throws(StoreError) in found.append(try Unheard(row)) }
            } catch {
                guard error.kind == .corrupt else { throw error }
                damaged.append(account)
            }
        }
        return (found, damaged)
    }

    /// The messages that are pushed to the user after all: by the rules that held when each message was sent, and if it is
    /// unread now.
    package func decisions(on unheard: Unheard, in store: any Transaction) throws(StoreError) -> [Decision] {
        guard let account = try Account.find(unheard.user, in: store), account.number == unheard.account,
            account.state != .deleted
        else { return [] }
        var messages: [MessageNumber] = []
        for (conversation, last) in try conversations(of: unheard, in: store) {
            let membership = try Membership.find(account.number, in: conversation, in: store)
            var next = last
            while next.stamp > unheard.since, let message = try StoredMessage.find(next, in: store) {
                let isMissed = message.id.stamp <= unheard.until && message.sender != account.number
                if isMissed, membership?.hasUnread(message) ?? false,
                    try !isPushed(message.id, to: account.number, in: store)
                {
                    messages.append(message.id)
                }
                next = message.previous
            }
        }
        var decisions: [Decision] = []
        for message in messages.sorted() {
            if let decision = try decide(message, again: account, in: store) { decisions.append(decision) }
        }
        return decisions
    }

    private func isPushed(_ message: MessageNumber, to account: AccountNumber, in store: any Transaction)
        throws(StoreError)
        -> Bool
    {
        var isPushed = false
        try store.query(
            "SELECT 1 FROM push WHERE message = $1 AND account = $2", [.integer(message), .integer(account)]
        ) {
            _ in isPushed = true
        }
        return isPushed
    }

    /// All that the user is in, or has left since, with the last message.
    private func conversations(
        of unheard: Unheard, in store: any Transaction
    ) throws(StoreError) -> [(conversation: ConversationNumber, last: MessageNumber)] {
        var found: [(conversation: ConversationNumber, last: MessageNumber)] = []
        try store.query(
            """
            SELECT id, last FROM conversation WHERE low = $1 AND last > $2
            UNION SELECT id, last FROM conversation WHERE high = $1 AND low != 0 AND last > $2
            UNION SELECT conversation.id, max(last, targeted) FROM member
                JOIN conversation ON low = 0 AND high = member.id >> 32
                WHERE member.account = $1 AND max(last, targeted) > $2
            UNION SELECT conversation.id, max(last, targeted) FROM setting_history
                JOIN conversation ON conversation.id = setting_history.conversation
                WHERE setting_history.account = $1 AND setting_history.id > $2 AND kind = $3
            """,
            [.integer(unheard.account), .integer(unheard.since), .integer(RecordedSetting.joinedAt.rawValue)]
        ) { row in found.append((row.integer(0), row.integer(1))) }
        return found
    }

    private func decide(
        _ message: MessageNumber, again account: Account, in store: any Transaction
    ) throws(StoreError) -> Decision? {
        guard message.stamp.time >= account.createdAt, let job = try PushJob.find(message, in: store),
            let receiver = try PushReceiver.find(account, of: job, in: store)
        else { return nil }
        let former = try SettingHistory(at: message, of: account.number, in: store)
        guard try PushDecision.outcome(of: job.facts(for: receiver, former)) == .push else { return nil }
        var badges = Badges(at: job.message, former, conversationPeriod, in: store)
        let badge = try badges.badge(of: account.number)
        var decision = Decision(message: message)
        try store.query(
            """
            SELECT id, provider FROM push_address WHERE account = $1 AND id < $2 AND gone = 0 ORDER BY id
            """, [.integer(account.number), .integer(message)]
        ) { row in
            if row.text(1).hasPrefix(PushProvider.apnsVoip.rawValue) { return }
            decision.pushes.append(
                Push(
                    account: account.number, address: row.integer(0), provider: row.text(1), badge: badge,
                    isForced: job.isForced(for: account.id)))
        }
        return decision.pushes.isEmpty ? nil : decision
    }
}

extension Unheard {
    /// The columns account, name, since, until.
    fileprivate init(_ row: any Row) throws(StoreError) {
        self.init(account: row.integer(0), user: try row.userID(1), since: row.integer(2), until: row.integer(3))
    }
}

extension Membership {
    /// Whether the user, on no device, has read it.
    func hasUnread(_ message: StoredMessage) -> Bool {
        message.seq > readSeq && message.seq > visibleAfter && message.seq <= endSeq ?? .max
    }
}
