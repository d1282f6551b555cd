import ClientProtocol
import Domain
import Storage

/// U-36: how much users have uploaded. Open uploads count with the size that was announced.
final class MediaQuotas {
    private let work: UnitOfWork

    init(work: UnitOfWork) {
        self.work = work
    }

    /// A row of `media_usage`. That of account 0 counts for all.
    private struct Usage {
        var bytes: Int64 = 0
        /// Uploads that are not complete.
        var open: Int64 = 0
        /// Since 1970, in UTC; what follows is of that day.
        var day: Int64 = 0
        var dayBytes: Int64 = 0
        var dayFiles: Int64 = 0
    }

    /// An upload begins. Refuses one that is more than the user, or all together, may have.
    func begin(_ size: Int64, of account: AccountNumber) throws(CommandError) {
        let limits = work.options.media
        var (own, all) = (try usage(of: account), try usage(of: 0))
        guard own.open < Self.mostOpen else {
            throw .refused(.tooMany, "\(Self.mostOpen) uploads are not complete yet")
        }
        if limits.userBytes > 0, own.bytes + size > limits.userBytes {
            throw .refused(.quotaExceeded, "more than \(limits.userBytes) bytes together", keys: ["size"])
        }
        if limits.dayBytes > 0, own.dayBytes + size > limits.dayBytes {
            throw .refused(.quotaExceeded, "more than \(limits.dayBytes) bytes in a day", keys: ["size"])
        }
        if limits.dayFiles > 0, own.dayFiles >= limits.dayFiles {
            throw .refused(.quotaExceeded, "more than \(limits.dayFiles) files in a day")
        }
        if limits.diskBytes > 0, all.bytes + size > limits.diskBytes {
            throw .refused(.unavailable, "the gateway has no room for more media")
        }
        own.bytes += size
        own.open += 1
        own.dayBytes += size
        own.dayFiles += 1
        all.bytes += size
        try save(own, of: account)
        try save(all, of: 0)
    }

    /// It is no longer open. `size`: so many bytes go. `account` nil: its owner has gone.
    func end(isOpen: Bool, freeing size: Int64, of account: AccountNumber?) throws(CommandError) {
        if let account {
            var own = try usage(of: account)
            if isOpen { own.open -= 1 }
            own.bytes -= size
            try save(own, of: account)
        }
        guard size > 0 else { return }
        var all = try usage(of: 0)
        all.bytes -= size
        try save(all, of: 0)
    }

    func forget(_ account: AccountNumber) throws(CommandError) {
        try work.execute("DELETE FROM media_usage WHERE account = $1", [.integer(account)])
    }

    private func usage(of account: AccountNumber) throws(CommandError) -> Usage {
        let today = work.now / millisecondsPerDay
        var usage = Usage(day: today)
        try work.query(
            "SELECT bytes, open, day, day_bytes, day_files FROM media_usage WHERE account = $1", [.integer(account)]
        ) { row in
            usage.bytes = row.integer(0)
            usage.open = row.integer(1)
            guard row.integer(2) == today else { return }
            usage.dayBytes = row.integer(3)
            usage.dayFiles = row.integer(4)
        }
        return usage
    }

    private func save(_ usage: Usage, of account: AccountNumber) throws(CommandError) {
        try work.execute(
            """
            INSERT INTO media_usage (account, bytes, open, day, day_bytes, day_files) VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (account) DO UPDATE SET bytes = $2, open = $3, day = $4, day_bytes = $5, day_files = $6
            """,
            [
                .integer(account), .integer(usage.bytes), .integer(usage.open), .integer(usage.day),
                .integer(usage.dayBytes), .integer(usage.dayFiles),
            ])
    }

    /// Of one user (U-11).
    private static let mostOpen: Int64 = 20
}
