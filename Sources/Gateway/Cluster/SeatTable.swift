import Cluster
import Domain
import Routing
import Storage

/// The place of a session among all sessions of the cluster.
struct Seat: Sendable {
    let key: SessionKey
    let account: AccountNumber
    let user: UserID
    let device: String
    let platform: Platform
    let openedAt: Milliseconds
    /// The client's, as text.
    let address: String
}

/// The seats as the store has them. Batches change them, so that every node knows who is there (docs/decisions/039).
struct SeatTable {
    /// A store of a node that runs alone has none.
    static let tables: [SQL] = [
        """
        CREATE TABLE IF NOT EXISTS held_seat (
            incarnation INTEGER NOT NULL, session INTEGER NOT NULL, account INTEGER NOT NULL, user TEXT NOT NULL,
            device TEXT NOT NULL, platform TEXT NOT NULL, taken_at INTEGER NOT NULL, opened_at INTEGER NOT NULL,
            address TEXT NOT NULL,
            PRIMARY KEY (incarnation, session))
        """,
        "CREATE INDEX IF NOT EXISTS held_seat_of_account ON held_seat (account, taken_at, session)",
        "CREATE INDEX IF NOT EXISTS held_seat_by_session ON held_seat (session, incarnation)",
        // Of an earlier version. Those who sat there have no sockets any more.
        "DROP TABLE IF EXISTS seat",
    ]

    static let ends: [SQL] = ["DROP TABLE IF EXISTS held_seat"]

    let store: any Transaction

    init(_ store: any Transaction) { self.store = store }

    func hold(_ seat: Seat, since moment: Int64) throws(StoreError) {
        try store.execute(
            """
            INSERT INTO held_seat
                (incarnation, session, account, user, device, platform, taken_at, opened_at, address)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            """,
            Self.values(of: seat.key) + [
                .integer(seat.account.rawValue), .text(seat.user.text), .text(seat.device),
                .text(seat.platform.rawValue), .integer(moment), .integer(seat.openedAt.rawValue),
                .text(seat.address),
            ])
    }

    /// False if it was not taken.
    @discardableResult
    func free(_ key: SessionKey) throws(StoreError) -> Bool {
        try store.execute("DELETE FROM held_seat WHERE incarnation = $1 AND session = $2", Self.values(of: key)) > 0
    }

    /// Asked with each request, so it reads no more than it has to.
    func holds(_ key: SessionKey) throws(StoreError) -> Bool {
        var holds = false
        try store.query("SELECT 1 FROM held_seat WHERE incarnation = $1 AND session = $2", Self.values(of: key)) { _ in
            holds = true
        }
        return holds
    }

    func seat(of key: SessionKey) throws(StoreError) -> Seat? {
        try seats("WHERE incarnation = $1 AND session = $2", Self.values(of: key)).first
    }

    /// In the order in which they were taken.
    func seats(of account: AccountNumber) throws(StoreError) -> [Seat] {
        try seats("WHERE account = $1 ORDER BY taken_at, session", [.integer(account.rawValue)])
    }

    /// The first ones.
    func seats(of incarnation: Incarnation, limit: Int) throws(StoreError) -> [Seat] {
        try seats(
            "WHERE incarnation = $1 ORDER BY session LIMIT \(limit)",
            [.integer(Int64(bitPattern: incarnation.number))])
    }

    func all() throws(StoreError) -> [Seat] { try seats("", []) }

    /// Sessions that are wanted, behind a place on: as `Directory.page`, in the order of their ids.
    func page(
        from place: SessionPlace?, limit: Int, where isWanted: (PresentSession) -> Bool
    ) throws(StoreError) -> (sessions: [PresentSession], next: SessionPlace?) {
        var (found, last, looked): ([PresentSession], SessionID?, Int) = ([], place?.last, 0)
        while looked < mostLookedAt {
            let seats = try seats(behind: last)
            for session in seats.lazy.map(PresentSession.ofCluster) {
                last = session.id
                guard isWanted(session) else { continue }
                found.append(session)
                if found.count == limit { return (found, SessionPlace(behind: session.id)) }
            }
            guard seats.count == seatsAtOnce, let last else { return (found, nil) }
            looked += seats.count
            if looked >= mostLookedAt { return (found, SessionPlace(behind: last)) }
        }
        return (found, nil)
    }

    private func seats(behind last: SessionID?) throws(StoreError) -> [Seat] {
        let order = "ORDER BY session, incarnation LIMIT \(seatsAtOnce)"
        guard let last else { return try seats(order, []) }
        return try seats("WHERE session > $1 \(order)", [.integer(Int64(bitPattern: last.rawValue))])
    }

    private static func values(of key: SessionKey) -> [SQLValue] {
        [.integer(Int64(bitPattern: key.incarnation.number)), .integer(Int64(bitPattern: key.number))]
    }

    private func seats(_ condition: String, _ values: [SQLValue]) throws(StoreError) -> [Seat] {
        var seats: [Seat] = []
        try store.query(
            SQL(
                composed: """
                    SELECT incarnation, session, account, user, device, platform, opened_at, address FROM held_seat
                    \(condition)
                    """), values
        ) { row throws(StoreError) in
            guard let platform = Platform(rawValue: row.text(5)) else { throw row.damaged(5) }
            let key = SessionKey(
                Incarnation(UInt64(bitPattern: row.key(0))), UInt64(bitPattern: row.key(1)))
            seats.append(
                Seat(
                    key: key, account: AccountNumber(rawValue: row.integer(2)), user: UserID(stored: row.text(3)),
                    device: row.text(4), platform: platform, openedAt: Milliseconds(row.integer(6)),
                    address: row.text(7)))
        }
        return seats
    }
}

private let seatsAtOnce = 1_000
private let mostLookedAt = 20_000
