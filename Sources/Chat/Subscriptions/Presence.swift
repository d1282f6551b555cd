import Domain
import Storage

/// The users who are online, and when each was last on each platform.
package final class Presence {
    private let work: UnitOfWork
    /// The accounts that may be online, once they have been asked for: all that are, and perhaps some that have logged in
    /// by what was taken back.
    private var present: Set<AccountNumber>?

    init(work: UnitOfWork) {
        self.work = work
    }

    /// From its login on a session hears of others, though it is told a moment later that its user is there.
    package func markPresent(_ number: AccountNumber) throws(CommandError) {
        if present == nil { _ = try presentAccounts() }
        present?.insert(number)
    }

    /// The last of the user's sessions has gone.
    package func bidFarewell(_ number: AccountNumber) {
        present?.remove(number)
    }

    /// After the start nobody is there.
    func markAllAway() throws(CommandError) {
        var online: [PairKey] = []
        if work.options.backendEvents.contains(.userOffline) {
            try work.query("SELECT id FROM presence WHERE is_online = 1", []) { row in online.append(row.integer(0)) }
        }
        for key in online {
            let account: AccountNumber = PairKey.first(key)
            try work.note(.userOffline, of: .user(account), account: account, value: PairKey.second(key))
        }
        try work.execute(
            "UPDATE presence SET is_online = 0, changed_at = $1, noted_at = $2 WHERE is_online = 1",
            [.integer(work.now), .integer(try work.stamp())])
        present = []
    }

    /// Where users are online, by account.
    package static func online(
        behind last: OnlineUser.Key?, limit: Int, in store: any Transaction
    ) throws(StoreError) -> [OnlineUser] {
        var found: [OnlineUser] = []
        try store.query(
            """
            SELECT p.id, a.name FROM presence p JOIN account a ON a.id = p.id >> 32
            WHERE p.is_online = 1 AND p.id > $1 ORDER BY p.id LIMIT $2
            """, [.integer(last?.number ?? -1), .integer(Int64(limit))]
        ) { row throws(StoreError) in
            let key: PairKey = row.integer(0)
            let value: Int64 = PairKey.second(key)
            guard Platform.allCases.indices.contains(Int(value)) else { throw row.damaged(0) }
            found.append(
                OnlineUser(
                    key: OnlineUser.Key(number: key.rawValue), account: PairKey.first(key),
                    user: UserID(stored: row.text(1)),
                    platform: Platform.allCases[Int(value)]))
        }
        return found
    }

    /// The accounts that are online.
    func presentAccounts() throws(CommandError) -> Set<AccountNumber> {
        if let present { return present }
        var found: Set<AccountNumber> = []
        try work.query("SELECT id FROM presence WHERE is_online = 1", []) { row in
            found.insert(PairKey.first(row.integer(0)))
        }
        present = found
        return found
    }

    func recentPresences(of publisher: Account) throws(CommandError) -> [PlatformPresence] {
        try stored(PlatformPresence.all(of: publisher.number, in: work.store)).filter { $0.isRecent(at: work.now) }
    }

    func save(_ presence: PlatformPresence, of number: AccountNumber) throws(CommandError) {
        try work.execute(
            """
            INSERT INTO presence (id, is_online, changed_at, noted_at) VALUES ($1, $2, $3, $4)
            ON CONFLICT (id) DO UPDATE SET is_online = $2, changed_at = $3, noted_at = $4
            """,
            [
                .integer(PairKey.key(number, presence.platform.number)), .integer(presence.isOnline ? 1 : 0),
                .integer(presence.changedAt), .integer(try work.stamp()),
            ])
    }

    /// Of a deleted account.
    func erase(of account: Account) throws(CommandError) {
        let bounds = PairKey.bounds(account.number)
        try work.execute(
            "DELETE FROM presence WHERE id >= $1 AND id <= $2", [.integer(bounds.after), .integer(bounds.through)])
        bidFarewell(account.number)
    }
}

/// A user who is online, by what the store says.
package struct OnlineUser: Sendable {
    /// Their place in a list of all.
    package struct Key: Sendable {
        let number: Int64
    }

    package let key: Key
    package let account: AccountNumber
    package let user: UserID
    package let platform: Platform
}
