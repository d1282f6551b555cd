import ClientProtocol
import Domain
import Storage

/// How much a user has stored in a day. It is written each time that it has grown by a piece, so most users never have a row; a
/// crash forgets less than a piece.
struct Usage {
    /// Since 1970, in UTC.
    var day: Int64
    var bytes: Int64 = 0
    /// As the store has it.
    var storedBytes: Int64 = 0

    static let piece: Int64 = 65_536
}

/// How much users have stored in a day.
final class MessageQuotas {
    private let work: UnitOfWork

    init(work: UnitOfWork) {
        self.work = work
    }

    /// Refuses a message that is more than its sender may store in a day. Called when nothing else is left to check.
    func requireRoom(for draft: Draft, of sender: Account) throws(CommandError) {
        guard work.options.bytesPerUserPerDay > 0 else { return }
        guard try usage(of: sender).bytes + draft.bytes <= work.options.bytesPerUserPerDay else {
            throw .refused(
                .quotaExceeded, "more than \(work.options.bytesPerUserPerDay) bytes in a day", keys: ["body"])
        }
    }

    /// The message is stored.
    func count(_ draft: Draft, of sender: Account) throws(CommandError) {
        guard work.options.bytesPerUserPerDay > 0 else { return }
        var usage = try usage(of: sender)
        usage.bytes += draft.bytes
        if usage.bytes - usage.storedBytes >= Usage.piece {
            usage.storedBytes = usage.bytes
            try work.execute(
                """
                INSERT INTO usage (account, day, bytes) VALUES ($1, $2, $3)
                ON CONFLICT (account) DO UPDATE SET day = $2, bytes = $3
                """, [.integer(sender.number), .integer(usage.day), .integer(usage.bytes)])
        }
        sender.usage = usage
    }

    private func usage(of sender: Account) throws(CommandError) -> Usage {
        let today = work.now / millisecondsPerDay
        if let usage = sender.usage, usage.day == today { return usage }
        var usage = Usage(day: today)
        try work.query("SELECT day, bytes FROM usage WHERE account = $1", [.integer(sender.number)]) { row in
            guard row.integer(0) == today else { return }
            usage.bytes = row.integer(1)
            usage.storedBytes = row.integer(1)
        }
        sender.usage = usage
        return usage
    }

    /// Of former days.
    func trim() throws(CommandError) {
        try work.execute(
            """
            DELETE FROM usage WHERE account IN
                (SELECT account FROM usage WHERE day < $1 ORDER BY day, account LIMIT 2000)
            """,
            [.integer(work.now / millisecondsPerDay)])
    }

    /// Of a deleted account.
    func erase(of account: Account) throws(CommandError) {
        try work.execute("DELETE FROM usage WHERE account = $1", [.integer(account.number)])
        account.usage = nil
    }
}

extension Draft {
    /// The bytes that its sender has written.
    fileprivate var bytes: Int64 {
        let names = mentions?.reduce(0) { $0 + $1.utf8.count } ?? 0
        return Int64(
            clientID.utf8.count + body.utf8.count + (pushText?.utf8.count ?? 0) + (memberOption?.json.utf8.count ?? 0)
                + names)
    }
}
