import Domain
import Storage

/// A user whose session has ended without a sign that it got what it was sent after `since`. Messages from then on up to
/// `until` counted as delivered; they are decided again once no session is there that can have them (T-Q35).
package struct Unheard: Sendable {
    package let account: AccountNumber
    package let user: UserID
    package let since: Stamp
    package let until: Stamp
}

/// When a session that has ended had last been heard.
package enum LastSign: Sendable {
    /// With its end: it had all it was sent.
    case atEnd
    case at(Stamp)
    /// Not since its login was answered, at about that stamp: it may have missed what the answer brought, too.
    case never(Stamp)
}

extension LastSign {
    /// Nil: nothing is open. `former`: since when an earlier session has left it open.
    func since(_ former: Stamp?) -> Stamp? {
        switch self {
        case .atEnd: nil
        case .at(let stamp): max(stamp, former ?? 0)
        case .never(let stamp): former ?? stamp - longestDecision
        }
    }
}

// MARK: - Crashes

/// The sessions that a crash has ended. Read from the store alone.
package enum CrashedSessions {
    /// The stamps between which messages may be lost; nil: none.
    package static func lost(in store: any Transaction) throws(StoreError) -> ClosedRange<Stamp>? {
        var lost: ClosedRange<Stamp>?
        try store.query("SELECT lost_since, lost_until FROM push_run WHERE lost_since IS NOT NULL") { row in
            lost = row.integer(0)...max(row.integer(0), row.integer(1))
        }
        return lost
    }

    /// The accounts with a device to push to among the receivers of a bounded number of messages after `position`; and up to
    /// which message that is, nil for the end.
    package static func receivers(
        of lost: ClosedRange<Stamp>, after position: Stamp, in store: any Transaction
    ) throws(StoreError) -> (accounts: [AccountNumber], through: Stamp?) {
        var through: Stamp?
        try store.query(
            "SELECT max(id) FROM (SELECT id FROM message WHERE id > $1 AND id <= $2 ORDER BY id LIMIT 2000)",
            [.integer(position), .integer(lost.upperBound)]
        ) { row in through = row.optionalInteger(0) }
        guard let through else { return ([], nil) }
        var accounts: [AccountNumber] = []
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

/// A user who has a session by the time a push is decided is not pushed to: for so long, in microseconds, what was sent
/// before a login may have been left to it.
private let longestDecision: Microseconds = 5_000_000
