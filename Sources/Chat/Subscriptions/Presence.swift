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
    package func markPresent(_ number: AccountNumber) throws {
        if present == nil { _ = try presentAccounts() }
        present?.insert(number)
    }

    /// The last of the user's sessions has gone.
    package func bidFarewell(_ number: AccountNumber) {
        present?.remove(number)
    }

    /// After the start nobody is there.
    package func markAllAway() throws(StoreError) {
        try work.store.execute(
            "UPDATE presence SET is_online = 0, changed_at = $1, noted_at = $2 WHERE is_online = 1",
            [.integer(work.now), .integer(try work.stamp())])
        present = []
    }

    /// The accounts that are online.
    func presentAccounts() throws -> Set<AccountNumber> {
        if let present { return present }
        var found: Set<AccountNumber> = []
        try work.store.query("SELECT id FROM presence WHERE is_online = 1", []) { row in
            found.insert(PairKey.first(row.integer(0)))
        }
        present = found
        return found
    }

    func recentPresences(of publisher: Account) throws -> [PlatformPresence] {
        try PlatformPresence.all(of: publisher.number, in: work.store).filter { $0.isRecent(at: work.now) }
    }

    func save(_ presence: PlatformPresence, of number: AccountNumber) throws {
        try work.store.execute(
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
    func erase(of account: Account) throws {
        let bounds = PairKey.bounds(account.number)
        try work.store.execute(
            "DELETE FROM presence WHERE id >= $1 AND id <= $2", [.integer(bounds.after), .integer(bounds.through)])
        bidFarewell(account.number)
    }
}
