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
