import Domain
import Storage

/// A push as a provider is to be given it.
package struct DuePush: Sendable {
    package let push: Int64
    package let attempts: Int64
    package let token: String
    package let user: UserID
    package let conversation: ConversationID
    package let message: MessageNumber
    package let text: String
    package let badge: Int64
    package let isForced: Bool
    package let payload: PushPayload
}

/// The pushes that wait for a provider. Read from the store alone.
package enum PushOutbox {
    package struct Page: Sendable {
        package var pushes: [DuePush] = []
        /// That will never be sent, since the message or the address is no more.
        package var void: [Int64] = []
    }

    /// Those that are due, and were sent after `cutoff`, a stamp; who waits longest first. A device that has another token by
    /// now is reached by that. `exceptions`: pushes that are being sent.
    package static func due(
        at provider: PushProvider, now: Milliseconds, cutoff: Stamp, limit: Int, except exceptions: Set<Int64>,
        in store: any Transaction
    ) throws(StoreError) -> Page {
        var rows:
            [(
                push: Int64, attempts: Int64, message: MessageNumber, badge: Int64, isForced: Bool, name: String,
                token: String?
            )] =
                []
        try store.query(
            """
            SELECT push.id, attempts, message, badge, is_forced, name, present.token FROM push
                JOIN account ON account.id = push.account
                LEFT JOIN push_address AS former ON former.id = push.address
                LEFT JOIN push_address AS present ON present.account = former.account
                    AND present.device = former.device AND present.provider = former.provider AND present.gone = 0
                    AND account.created_at <= push.message / 1000
            WHERE push.provider = $1 AND push.state = 0 AND due <= $2 ORDER BY due, push.id LIMIT $3
            """,
            [.text(provider.rawValue), .integer(now), .integer(Int64(limit + exceptions.count))]
        ) { row in
            if exceptions.contains(row.integer(0)) || rows.count == limit { return }
            rows.append(
                (
                    row.integer(0), row.integer(1), row.integer(2), row.integer(3), row.integer(4) != 0, row.text(5),
                    row.optionalText(6)
                ))
        }
        var page = Page()
        var orders: [MessageNumber: PushJob] = [:]
        for row in rows {
            if orders[row.message] == nil { orders[row.message] = try PushJob.find(row.message, in: store) }
            guard let order = orders[row.message], let token = row.token, row.message.stamp >= cutoff else {
                page.void.append(row.push)
                continue
            }
            let user = UserID(stored: row.name)
            page.pushes.append(
                DuePush(
                    push: row.push, attempts: row.attempts, token: token, user: user,
                    conversation: order.conversation(for: user), message: row.message, text: order.text(for: user),
                    badge: row.badge, isForced: row.isForced, payload: order.payload))
        }
        return page
    }

    /// When the next one is due that is not yet, in milliseconds since 1970; nil if there is none.
    package static func nextDue(at provider: PushProvider, after now: Milliseconds, in store: any Transaction)
        throws(StoreError) -> Milliseconds?
    {
        var due: Milliseconds?
        try store.query(
            "SELECT due FROM push WHERE provider = $1 AND state = 0 AND due > $2 ORDER BY due LIMIT 1",
            [.text(provider.rawValue), .integer(now)]
        ) { row in due = row.integer(0) }
        return due
    }

    package static func depth(of provider: PushProvider, in store: any Transaction) throws(StoreError) -> Int64 {
        var depth: Int64 = 0
        try store.query("SELECT count(*) FROM push WHERE provider = $1 AND state = 0", [.text(provider.rawValue)]) {
            row in
            depth = row.integer(0)
        }
        return depth
    }
}
