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
}

/// The seats as the store has them. Batches change them, so that every node knows who is there (docs/decisions/039).
struct SeatTable {
    /// A store of a node that runs alone has none.
    static let tables: [SQL] = [
        """
        CREATE TABLE IF NOT EXISTS seat (
            incarnation INTEGER NOT NULL, session INTEGER NOT NULL, account INTEGER NOT NULL, user TEXT NOT NULL,
            device TEXT NOT NULL, platform TEXT NOT NULL, taken_at INTEGER NOT NULL,
            PRIMARY KEY (incarnation, session))
        """,
        "CREATE INDEX IF NOT EXISTS seat_of_account ON seat (account, taken_at, session)",
    ]

    static let ends: [SQL] = ["DROP TABLE IF EXISTS seat"]

    let store: any Transaction

    init(_ store: any Transaction) { self.store = store }

    func hold(_ seat: Seat, since moment: Int64) throws(StoreError) {
        try store.execute(
            """
            INSERT INTO seat (incarnation, session, account, user, device, platform, taken_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            """,
            Self.values(of: seat.key) + [
                .integer(seat.account.rawValue), .text(seat.user.text), .text(seat.device),
                .text(seat.platform.rawValue), .integer(moment),
            ])
    }

    /// False if it was not taken.
    @discardableResult
    func free(_ key: SessionKey) throws(StoreError) -> Bool {
        try store.execute("DELETE FROM seat WHERE incarnation = $1 AND session = $2", Self.values(of: key)) > 0
    }

    func seat(of key: SessionKey) throws(StoreError) -> Seat? {
        try seats("WHERE incarnation = $1 AND session = $2", Self.values(of: key)).first
    }

    /// In the order in which they were taken.
    func seats(of account: AccountNumber) throws(StoreError) -> [Seat] {
        try seats("WHERE account = $1 ORDER BY taken_at, session", [.integer(account.rawValue)])
    }

    func seats(of incarnation: Incarnation) throws(StoreError) -> [Seat] {
        try seats("WHERE incarnation = $1", [.integer(Int64(bitPattern: incarnation.number))])
    }

    func all() throws(StoreError) -> [Seat] { try seats("", []) }

    private static func values(of key: SessionKey) -> [SQLValue] {
        [.integer(Int64(bitPattern: key.incarnation.number)), .integer(Int64(bitPattern: key.number))]
    }

    private func seats(_ condition: String, _ values: [SQLValue]) throws(StoreError) -> [Seat] {
        var seats: [Seat] = []
        try store.query(
            SQL(composed: "SELECT incarnation, session, account, user, device, platform FROM seat \(condition)"), values
        ) { row throws(StoreError) in
            guard let platform = Platform(rawValue: row.text(5)) else { throw row.damaged(5) }
            let key = SessionKey(
                Incarnation(UInt64(bitPattern: row.key(0))), UInt64(bitPattern: row.key(1)))
            seats.append(
                Seat(
                    key: key, account: AccountNumber(rawValue: row.integer(2)), user: UserID(stored: row.text(3)),
                    device: row.text(4), platform: platform))
        }
        return seats
    }
}

/// Why a seat was taken from a session, as a record has it; empty bytes: the session has ended by itself.
struct SeatLoss: Sendable {
    let reason: LoginPolicy.Reason
    let successor: Kick.Successor

    var bytes: [UInt8] {
        var writer = RecordWriter()
        writer.write(reason.rawValue)
        writer.write(successor.device)
        writer.write(successor.platform.rawValue)
        return writer.bytes
    }

    init(_ reason: LoginPolicy.Reason, by successor: Kick.Successor) {
        self.reason = reason
        self.successor = successor
    }

    init(_ bytes: [UInt8]) throws(RecordError) {
        var reader = RecordReader(bytes)
        guard let reason = LoginPolicy.Reason(rawValue: try reader.text()) else { throw reader.damage }
        self.reason = reason
        successor = Kick.Successor(device: try reader.text(), platform: try reader.platform())
    }
}
