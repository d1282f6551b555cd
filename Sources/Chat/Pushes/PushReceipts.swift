import Domain
import Storage

/// P-43 to P-47: reports on pushes behind their providers, by devices and makers. A push that takes another one's place has a
/// number of its own, so those of the former one are not of it.
package final class PushReceipts {
    private let work: UnitOfWork
    private let pushes: Pushes
    /// Those that were news, since the last commit.
    private var received: [PushReceipt.Event: Int] = [:]

    init(work: UnitOfWork, pushes: Pushes) {
        self.work = work
        self.pushes = pushes
    }

    /// After a commit: how many receipts have come that were news.
    package func takeReceived() -> [PushReceipt.Event: Int] {
        defer { forget() }
        return received
    }

    /// Returns how many were news. Those with a wrong ticket, or with one of a message too old, are passed over.
    package func note(_ receipts: [PushReceipt]) throws(CommandError) -> Int {
        var news = 0
        for receipt in receipts {
            guard let push = try push(of: receipt), try note(receipt, of: push) else { continue }
            news += 1
            received[receipt.event, default: 0] += 1
        }
        return news
    }

    private struct TicketedPush {
        let number: Int64
        let account: AccountNumber
        let ticket: PushTicket
        let isAccepted: Bool

        /// The key of its row.
        var key: [SQLValue] { [.integer(ticket.message), .integer(ticket.address), .integer(number)] }
    }

    private func push(of receipt: PushReceipt) throws(CommandError) -> TicketedPush? {
        guard let ticket = PushTicket(receipt.ticket, work.digestKey), ticket.message.stamp >= work.pushCutoff else {
            return nil
        }
        // By the device first: a message may have many thousands of pushes.
        var account: AccountNumber?
        try work.query("SELECT account FROM push_address WHERE id = $1", [.integer(ticket.address)]) { row in
            account = row.integer(0)
        }
        guard let account else { return nil }
        var push: TicketedPush?
        try work.query(
            "SELECT id, state FROM push WHERE message = $1 AND account = $2 AND address = $3",
            [.integer(ticket.message), .integer(account), .integer(ticket.address)]
        ) { row in
            push = TicketedPush(
                number: row.integer(0), account: account, ticket: ticket,
                isAccepted: row.integer(1) == PushState.accepted.rawValue)
        }
        return push
    }

    /// The first one of each kind counts. A push that was opened was delivered.
    private func note(_ receipt: PushReceipt, of push: TicketedPush) throws(CommandError) -> Bool {
        if receipt.event == .dead {
            // P-24: the provider has taken this very push, so it takes the app for whom it is.
            guard push.isAccepted else { return false }
            return try pushes.forgetDevice(push.ticket.address, of: push.account)
        }
        try work.execute(
            """
            INSERT INTO push_receipt (message, address, push, delivered_at, opened_at, not_shown)
            VALUES ($1, $2, $3, 0, 0, '') ON CONFLICT DO NOTHING
            """, push.key)
        switch receipt.event {
        case .delivered: return try noteDelivery(of: push)
        case .opened:
            _ = try noteDelivery(of: push)
            let isNews = try work.execute(
                """
                UPDATE push_receipt SET opened_at = $4
                WHERE message = $1 AND address = $2 AND push = $3 AND opened_at = 0
                """, push.key + [.integer(work.now)])
            return try tell(.pushOpened, of: push, if: isNews > 0)
        case .notShown, .dead:
            let reason = String(receipt.reason.prefix(64))
            return try work.execute(
                """
                UPDATE push_receipt SET not_shown = $4
                WHERE message = $1 AND address = $2 AND push = $3 AND not_shown = '' AND delivered_at = 0
                """, push.key + [.text(reason.isEmpty ? "unknown" : reason)]) > 0
        }
    }

    private func noteDelivery(of push: TicketedPush) throws(CommandError) -> Bool {
        let isNews = try work.execute(
            """
            UPDATE push_receipt SET delivered_at = $4
            WHERE message = $1 AND address = $2 AND push = $3 AND delivered_at = 0
            """, push.key + [.integer(work.now)])
        return try tell(.pushDelivered, of: push, if: isNews > 0)
    }

    private func tell(
        _ event: BackendEventKind, of push: TicketedPush, if isNews: Bool
    ) throws(CommandError) -> Bool {
        if isNews, work.options.backendEvents.contains(event) {
            try work.note(event, of: .user(push.account), account: push.account, value: push.number)
        }
        return isNews
    }

    /// Deletes what is no longer asked for, a bounded piece at a time.
    func trim() throws(CommandError) {
        guard work.options.hasPushes || work.sweepsLeftovers else { return }
        try work.execute(
            """
            DELETE FROM push_receipt WHERE (message, address, push) IN
                (SELECT message, address, push FROM push_receipt WHERE message < $1 ORDER BY message LIMIT $2)
            """, [.integer(work.pushCutoff), .integer(rowsPerSweep)])
    }

    /// After a rollback nothing in memory is sure.
    func forget() { received = [:] }
}
