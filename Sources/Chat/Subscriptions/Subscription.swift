import Domain
import Storage

/// A user follows another.
struct Subscription {
    /// When it began, even if it has been renewed since.
    let first: Milliseconds
    let since: Milliseconds
    let expiry: Seconds
}

extension Subscription {
    enum Column: Int, TableColumn {
        static let table = "subscription"
        static let keys = 3
        case publisher, type, subscriber, firstAt, subscribedAt, expiry, unblockedAt
    }

    init(_ row: TypedRow<Column>) {
        self.init(
            first: row.integer(.firstAt), since: row.integer(.subscribedAt), expiry: row.integer(.expiry))
    }

    func values(
        of subscriber: AccountNumber, to publisher: AccountNumber, _ type: SubscriptionType
    ) -> [SQLValue] {
        Column.allCases.map { column in
            switch column {
            case .publisher: .integer(publisher)
            case .type: .integer(type.rawValue)
            case .subscriber: .integer(subscriber)
            case .firstAt: .integer(first)
            case .subscribedAt: .integer(since)
            case .expiry: .integer(expiry)
            // `Subscriptions.endSilence` changes it.
            case .unblockedAt: .integer(0)
            }
        }
    }

    /// `$1` to `$3` are its key; one that had ended by the time `$4` is none.
    static let byKey = Column.select(
        "WHERE publisher = $1 AND type = $2 AND subscriber = $3 AND subscribed_at + expiry * 1000 > $4")
}

extension PlatformPresence {
    /// Of those of the users that there are, in the order asked for.
    package static func all(
        of users: [String], at now: Milliseconds, in store: any Transaction
    ) throws(StoreError) -> [(user: UserID, presences: [PlatformPresence], status: UserStatus?)] {
        try Account.reachable(users, in: store).map { account throws(StoreError) in
            (
                account.id, try all(of: account.number, in: store),
                try UserStatus.find(account.number, at: now, in: store)
            )
        }
    }

    /// By platform: those that the user has ever been on.
    static func all(of account: AccountNumber, in store: any Transaction) throws(StoreError) -> [PlatformPresence] {
        let bounds = PairKey.bounds(account)
        var found: [PlatformPresence] = []
        try store.query(
            "SELECT id, is_online, changed_at FROM presence WHERE id >= $1 AND id <= $2",
            [.integer(bounds.after), .integer(bounds.through)]
        ) { row throws(StoreError) in found.append(try PlatformPresence(row)) }
        return found
    }

    /// The columns id, is_online, changed_at.
    init(_ row: any Row) throws(StoreError) {
        let platform = Int(PairKey.second(row.integer(0)))
        guard Platform.allCases.indices.contains(platform) else { throw row.damaged(0) }
        self.init(
            platform: Platform.allCases[platform], isOnline: row.integer(1) != 0,
            changedAt: row.integer(2))
    }

    /// As a block keeps them: `web:1795275933217 pc:…`.
    static func text(of presences: [PlatformPresence]) -> String {
        presences.map { "\($0.platform.rawValue):\($0.changedAt)" }.joined(separator: " ")
    }

    /// Those of users who are away.
    static func read(_ text: String) -> [PlatformPresence]? {
        var presences: [PlatformPresence] = []
        for part in text.split(separator: " ") {
            let parts = part.split(separator: ":")
            guard parts.count == 2, let platform = Platform(rawValue: String(parts[0])),
                let time = Milliseconds(parts[1])
            else { return nil }
            presences.append(PlatformPresence(platform: platform, isOnline: false, changedAt: time))
        }
        return presences
    }

    /// S-Q24: what is so long ago is not told.
    func isRecent(at now: Milliseconds) -> Bool { isOnline || changedAt > now - PlatformPresence.memory }
}
