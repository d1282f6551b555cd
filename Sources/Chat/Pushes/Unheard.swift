import Domain
import Storage

/// A user whose session has ended without a sign that it got what it was sent after `since`. Messages from then on up to
/// `until` counted as delivered; they are decided again once no session is there that can have them (T-Q35).
package struct Unheard: Sendable {
    package let account: Int64
    package let user: UserID
    /// Stamps.
    package let since: Int64
    package let until: Int64
}

/// When a session that has ended had last been heard.
package enum LastSign: Sendable {
    /// With its end: it had all it was sent.
    case atEnd
    /// A stamp.
    case at(Int64)
    /// Not since its login was answered, at about that stamp: it may have missed what the answer brought, too.
    case never(Int64)
}

extension ChatState {
    /// What is written here lasts: whatever happens next, the user is looked at again.
    ///
    /// A message is missed only if no session that was sent it was heard afterwards. So a session that was heard later than an
    /// earlier one narrows what that has left open, and one that was heard with its end closes it.
    package func sessionEnded(_ sign: LastSign, of number: Int64) throws {
        guard options.hasPushes else { return }
        let account = try account(number)
        var former: Int64?
        try store.query("SELECT since FROM unheard WHERE account = $1", [.integer(number)]) { row in
            former = row.integer(0)
        }
        // Where another session is there, its end tells.
        let isReached = options.isReached(account.id)
        let end = try stamp()
        guard let since = sign.since(former) ?? (isReached ? end : nil), try reach(of: account).hasDevice else {
            if former != nil { try store.execute("DELETE FROM unheard WHERE account = $1", [.integer(number)]) }
            return
        }
        try store.execute(
            """
            INSERT INTO unheard (account, since, until, due) VALUES ($1, $2, $3, $4)
            ON CONFLICT (account) DO UPDATE SET since = $2, until = $3, due = $4
            """,
            [
                .integer(number), .integer(since), .integer(end), .integer(isReached ? .max : now),
            ])
        if !isReached { hasNewPushJobs = true }
    }

    /// The user is back: what it missed comes with its login, and the end of that session tells.
    package func putOff(_ unheard: Unheard) throws {
        try store.execute(
            "UPDATE unheard SET due = $3 WHERE account = $1 AND until = $2",
            [.integer(unheard.account), .integer(unheard.until), .integer(.max)])
    }

    /// What it missed has been decided again.
    package func settle(_ unheard: Unheard) throws {
        try store.execute(
            "DELETE FROM unheard WHERE account = $1 AND until = $2",
            [.integer(unheard.account), .integer(unheard.until)])
    }
}

extension LastSign {
    /// Nil: nothing is open. `former`: since when an earlier session has left it open.
    fileprivate func since(_ former: Int64?) -> Int64? {
        switch self {
        case .atEnd: nil
        case .at(let stamp): max(stamp, former ?? 0)
        case .never(let stamp): former ?? stamp - longestDecision
        }
    }
}

// MARK: - Crashes

extension ChatState {
    /// `patience`: for how many milliseconds a session may be dead before it is ended. `grace`: how long users have to come
    /// back after a start, before what they missed is decided again.
    ///
    /// A crash ends all sessions unheard. Which there were is in memory alone, but none can have been silent for longer than
    /// the patience: what was sent since then is open, for all receivers.
    package func beginRun(patience: Int, grace: Int) throws(StoreError) {
        guard options.hasPushes else { return }
        var former: (patience: Int64, lost: Int64?)?
        try store.query("SELECT patience, lost_since FROM push_run WHERE id = 1") { row in
            former = (row.integer(0), row.optionalInteger(1))
        }
        let start = lastStamp
        var lost: Int64?
        if let former {
            let silence = start - former.patience * 1_000
            // Whoever was waited for had a session, and that one was heard later than this.
            try store.execute(
                "UPDATE unheard SET since = max(since, $1) WHERE due = $2", [.integer(silence), .integer(.max)])
            lost = min(former.lost ?? .max, silence)
        }
        try store.execute("UPDATE unheard SET due = $1", [.integer(now + Int64(grace))])
        try store.execute(
            """
            INSERT INTO push_run (id, patience, lost_since, lost_until) VALUES (1, $1, $2, $3)
            ON CONFLICT (id) DO UPDATE SET patience = $1, lost_since = $2, lost_until = $3
            """,
            [
                .integer(Int64(patience)), lost.map { .integer($0) } ?? .null,
                lost == nil ? .null : .integer(start),
            ])
    }

    /// The gateway ends in order, and all sessions have ended before.
    package func endRun() throws {
        try store.execute("DELETE FROM push_run WHERE lost_since IS NULL", [])
    }

    /// Some of those who may have lost something by the crash.
    package func open(_ accounts: ArraySlice<Int64>, lost: ClosedRange<Int64>, due: Int64) throws {
        for account in accounts {
            try store.execute(
                """
                INSERT INTO unheard (account, since, until, due) VALUES ($1, $2, $3, $4)
                ON CONFLICT (account) DO UPDATE SET since = min(since, $2), until = max(until, $3), due = min(due, $4)
                """,
                [.integer(account), .integer(lost.lowerBound), .integer(lost.upperBound), .integer(due)])
        }
    }

    /// All of them are known.
    package func closeCrash() throws {
        try store.execute("UPDATE push_run SET lost_since = NULL, lost_until = NULL", [])
    }
}

/// What a crash has left open. Read from the store alone.
package enum CrashedSessions {
    /// The stamps between which messages may be lost; nil: none.
    package static func lost(in store: any Transaction) throws(StoreError) -> ClosedRange<Int64>? {
        var lost: ClosedRange<Int64>?
        try store.query("SELECT lost_since, lost_until FROM push_run WHERE lost_since IS NOT NULL") { row in
            lost = row.integer(0)...max(row.integer(0), row.integer(1))
        }
        return lost
    }

    /// Who has a device to push to among the receivers of a bounded number of messages after `position`; and up to which
    /// message that is, nil for the end.
    package static func receivers(
        of lost: ClosedRange<Int64>, after position: Int64, in store: any Transaction
    ) throws(StoreError) -> (accounts: [Int64], through: Int64?) {
        var through: Int64?
        try store.query(
            "SELECT max(id) FROM (SELECT id FROM message WHERE id > $1 AND id <= $2 ORDER BY id LIMIT 2000)",
            [.integer(position), .integer(lost.upperBound)]
        ) { row in through = row.optionalInteger(0) }
        guard let through else { return ([], nil) }
        var accounts: [Int64] = []
        try store.query(
            """
            WITH recent AS (
                SELECT DISTINCT conversation.id, low, high FROM message
                    JOIN conversation ON conversation.id = message.conversation
                WHERE message.id > $1 AND message.id <= $2
            ), receiver AS (
                SELECT low AS account FROM recent WHERE low != 0
                UNION SELECT high FROM recent WHERE low != 0
                UNION SELECT member.account FROM recent
                    JOIN member ON low = 0 AND member.id > high << 32 AND member.id <= (high << 32 | 4294967295)
            )
            SELECT DISTINCT receiver.account FROM receiver
                JOIN push_address ON push_address.account = receiver.account AND gone = 0
            """, [.integer(position), .integer(through)]
        ) { row in accounts.append(row.integer(0)) }
        return (accounts, through)
    }
}

/// Who has a session by the time a push is decided is not pushed to: for so long, in microseconds, what was sent before a login
/// may have been left to it.
private let longestDecision: Int64 = 5_000_000
