import Domain
import Storage

/// What has become of a push.
package enum PushState: Int64, Sendable {
    /// It is to be handed to the provider, again perhaps.
    case waiting = 0
    case accepted = 1
    case refused = 2
    /// The provider knows the address no longer.
    case unregistered = 3
    /// Too old, or its message or address is no more.
    case expired = 4
}

/// What a provider has said of a push.
package struct PushReport: Sendable {
    package let push: Int64
    package let state: PushState
    /// While it waits: when it is due again, in milliseconds since 1970.
    package let due: Int64
    /// Whether the provider was asked.
    package let isAttempt: Bool
    /// Of HTTP; 0: there was none.
    package let status: Int
    package let answer: String
    /// When the provider says the address was given up, in milliseconds since 1970.
    package let unregisteredAt: Int64?

    package init(
        push: Int64, state: PushState, due: Int64 = 0, isAttempt: Bool = true, status: Int = 0, answer: String = "",
        unregisteredAt: Int64? = nil
    ) {
        self.push = push
        self.state = state
        self.due = due
        self.isAttempt = isAttempt
        self.status = status
        self.answer = answer
        self.unregisteredAt = unregisteredAt
    }
}

extension ChatState {
    /// Pushes of a decided message, from here on durable. Once more is as good as once: after a crash in between, it is decided
    /// again.
    package func put(_ pushes: ArraySlice<PushDecider.Push>, of message: Int64, isLast: Bool) throws {
        for push in pushes { try put(push, of: message, isLate: false) }
        if isLast { try store.execute("UPDATE push_order SET is_decided = 1 WHERE message = $1", [.integer(message)]) }
    }

    /// Those of a message that has been decided before, for whom a session has ended unheard since. Returns how many there are
    /// that were not made before.
    package func putLate(_ pushes: [PushDecider.Push], of message: Int64) throws -> Int {
        // Nothing was ordered of a message between two if the receiver was there.
        try store.execute(
            """
            INSERT INTO push_order (message, is_from_leader, sender_name, is_decided)
            SELECT message.id, 0, coalesce(nullif(account.nickname, ''), account.name), 1
                FROM message JOIN account ON account.id = sender WHERE message.id = $1
            ON CONFLICT (message) DO NOTHING
            """, [.integer(message)])
        return try pushes.reduce(0) { try $0 + put($1, of: message, isLate: true) }
    }

    @discardableResult
    private func put(_ push: PushDecider.Push, of message: Int64, isLate: Bool) throws -> Int {
        try store.execute(
            """
            INSERT INTO push (message, account, address, provider, badge, is_forced, state, attempts, due, status,
                answer, answered_at, is_late)
            VALUES ($1, $2, $3, $4, $5, $6, 0, 0, 0, 0, '', 0, $7)
            ON CONFLICT (message, account, address) DO NOTHING
            """,
            [
                .integer(message), .integer(push.account), .integer(push.address), .text(push.provider),
                .integer(push.badge), .integer(push.isForced ? 1 : 0), .integer(isLate ? 1 : 0),
            ])
    }

    package func note(_ reports: [PushReport]) throws {
        for report in reports {
            if report.state == .expired, !report.isAttempt {
                // The provider's last answer still says why it came to this.
                try store.execute("UPDATE push SET state = 4 WHERE id = $1", [.integer(report.push)])
                continue
            }
            try store.execute(
                """
                UPDATE push SET state = $2, due = $3, status = $4, answer = $5, answered_at = $6,
                    attempts = attempts + $7
                WHERE id = $1
                """,
                [
                    .integer(report.push), .integer(try state(after: report).rawValue), .integer(report.due),
                    .integer(Int64(report.status)), .text(report.answer), .integer(now),
                    .integer(report.isAttempt ? 1 : 0),
                ])
        }
    }

    /// The device of a push that its provider knows no longer is forgotten. What has been registered since the provider lost
    /// it is another one, though it may look the same: it stays, and only this push is refused.
    private func state(after report: PushReport) throws -> PushState {
        guard report.state == .unregistered else { return report.state }
        var found: (address: Int64, account: Int64)?
        try store.query(
            """
            SELECT push_address.id, push_address.account FROM push JOIN push_address ON push_address.id = address
            WHERE push.id = $1 AND gone = 0
            """, [.integer(report.push)]
        ) { row in found = (row.integer(0), row.integer(1)) }
        guard let (address, account) = found else { return .unregistered }
        accounts.glance(account)?.reach = nil
        if let lost = report.unregisteredAt, address / 1_000 > lost { return .refused }
        try store.execute(
            "UPDATE push_address SET gone = $2 WHERE id = $1", [.integer(address), .integer(try stamp())])
        return .unregistered
    }

    /// What is no longer asked for, a bounded piece at a time.
    func trimPushes() throws {
        guard options.hasPushes else { return }
        let cutoff = SQLValue.integer((now - Int64(options.pushDays) * millisecondsPerDay) * 1_000)
        try store.execute(
            """
            DELETE FROM push WHERE id IN (SELECT id FROM push WHERE message < $1 ORDER BY message LIMIT 2000)
            """, [cutoff])
        try store.execute(
            """
            DELETE FROM push_order WHERE message IN
                (SELECT message FROM push_order WHERE message < $1 ORDER BY message LIMIT 2000)
            """, [cutoff])
        try store.execute(
            "DELETE FROM push_fact WHERE id IN (SELECT id FROM push_fact WHERE id < $1 ORDER BY id LIMIT 2000)",
            [cutoff])
        try store.execute(
            """
            DELETE FROM push_address WHERE id IN
                (SELECT id FROM push_address WHERE gone != 0 AND gone < $1 ORDER BY gone LIMIT 2000)
            """, [cutoff])
    }
}
