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
    /// Of HTTP; 0: there was none.
    package let status: Int
    package let answer: String
    /// When the provider says the address was given up, in milliseconds since 1970.
    package let unregisteredAt: Int64?

    package init(
        push: Int64, state: PushState, due: Int64 = 0, status: Int, answer: String, unregisteredAt: Int64? = nil
    ) {
        self.push = push
        self.state = state
        self.due = due
        self.status = status
        self.answer = answer
        self.unregisteredAt = unregisteredAt
    }
}

extension Books {
    /// Pushes of a decided message, from here on durable. Once more is as good as once: after a crash in between, it is decided
    /// again.
    package func put(_ pushes: ArraySlice<PushRound.Push>, of message: Int64, isLast: Bool) throws {
        for push in pushes {
            try store.execute(
                """
                INSERT INTO push (message, account, address, provider, badge, is_forced, state, attempts, due, status,
                    answer, answered_at)
                VALUES ($1, $2, $3, $4, $5, $6, 0, 0, 0, 0, '', 0)
                ON CONFLICT (message, account, address) DO NOTHING
                """,
                [
                    .integer(message), .integer(push.account), .integer(push.address), .text(push.provider),
                    .integer(push.badge), .integer(push.isForced ? 1 : 0),
                ])
        }
        if isLast { try store.execute("UPDATE push_order SET is_decided = 1 WHERE message = $1", [.integer(message)]) }
    }

    package func note(_ reports: [PushReport]) throws {
        for report in reports {
            try store.execute(
                """
                UPDATE push SET state = $2, due = $3, status = $4, answer = $5, answered_at = $6, attempts = attempts + 1
                WHERE id = $1
                """,
                [
                    .integer(report.push), .integer(report.state.rawValue), .integer(report.due),
                    .integer(Int64(report.status)), .text(report.answer), .integer(now),
                ])
            guard report.state == .unregistered else { continue }
            // What has been registered since is another one, though it may look the same.
            try store.execute(
                """
                UPDATE push_address SET gone = $2
                WHERE id = (SELECT address FROM push WHERE id = $1) AND gone = 0 AND id <= $3
                """,
                [
                    .integer(report.push), .integer(try stamp()),
                    .integer(report.unregisteredAt.map { $0 * 1_000 } ?? .max),
                ])
        }
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
