import ClientProtocol
import Domain
import Storage

/// A user's subscriptions, read from the store alone, on any reader's queue.
package struct SubscriptionList: Sendable {
    private let subscriber: AccountNumber
    private let type: SubscriptionType
    /// Milliseconds since 1970.
    private let now: Milliseconds
    private let standardVisibility: HostedVisibility

    package init(
        of subscriber: AccountNumber, _ type: SubscriptionType, at now: Milliseconds,
        standardVisibility: HostedVisibility
    ) {
        self.subscriber = subscriber
        self.type = type
        self.now = now
        self.standardVisibility = standardVisibility
    }

    /// how many users somebody follows, by the two types that are asked for.
    package static func counts(
        of subscriber: AccountNumber, at now: Milliseconds, in store: any Transaction
    ) throws(StoreError) -> [(type: SubscriptionType, count: Int64)] {
        var counts: [(type: SubscriptionType, count: Int64)] = []
        try store.query(
            """
            SELECT type, count(*) FROM subscription
            WHERE subscriber = $1 AND type <= 2 AND subscribed_at + expiry * 1000 > $2 GROUP BY type ORDER BY type
            """, [.integer(subscriber), .integer(now)]
        ) { row throws(StoreError) in counts.append((try row.choice(0), row.integer(1))) }
        return counts
    }

    /// S-56, S-Q30: of those users, in the order asked for, whom the subscriber follows.
    package func some(of users: [String], in store: any Transaction) throws(StoreError) -> [SubscriptionView] {
        let standard = try HostedProfileQueries.standard(standardVisibility, in: store)
        var views: [SubscriptionView] = []
        for account in try Account.reachable(users, in: store) {
            guard let (since, expiry) = try subscription(to: account.number, in: store) else { continue }
            views.append(try view(account, since, expiry, standard, in: store))
        }
        return views
    }

    /// S-58 to S-61, S-Q31: in the order in which they began, then of the users' ids.
    package func page(from start: Int, count: Int, in store: any Transaction) throws(StoreError) -> [SubscriptionView] {
        let limits: [SQLValue] = [.integer(Int64(count)), .integer(Int64(start))]
        let found = try type.isOfFriends ? friends(limits, in: store) : followed(limits, in: store)
        let standard = try HostedProfileQueries.standard(standardVisibility, in: store)
        return try found.map { account, since, expiry throws(StoreError) in
            try view(account, since, expiry, standard, in: store)
        }
    }

    private static let followed = PairSelection<Account.Column, Subscription.Column>(
        """
        FROM subscription JOIN account ON account.id = publisher
        WHERE subscriber = $3 AND type = $4 AND subscribed_at + subscription.expiry * 1000 > $5
        ORDER BY first_at, name LIMIT $1 OFFSET $2
        """)

    private static let friends = Selection<Account.Column>(
        """
        FROM contact AS own JOIN contact AS theirs ON theirs.id = (own.other << 32 | $3)
        JOIN account ON account.id = own.other
        WHERE own.id > $4 AND own.id <= $5 AND own.kind = 1 AND theirs.kind = 1
        ORDER BY max(own.since, theirs.since), name LIMIT $1 OFFSET $2
        """)

    private func followed(
        _ limits: [SQLValue], in store: any Transaction
    ) throws(StoreError) -> [(account: Account, since: Milliseconds, expiry: Seconds)] {
        var found: [(account: Account, since: Milliseconds, expiry: Seconds)] = []
        try store.query(
            Self.followed, limits + [.integer(subscriber), .integer(type.rawValue), .integer(now)]
        ) { publisher, subscription throws(StoreError) in
            found.append((try Account(publisher), subscription.integer(.subscribedAt), subscription.integer(.expiry)))
        }
        return found
    }

    private func friends(
        _ limits: [SQLValue], in store: any Transaction
    ) throws(StoreError) -> [(account: Account, since: Milliseconds, expiry: Seconds)] {
        let bounds = PairKey.bounds(subscriber)
        var found: [(account: Account, since: Milliseconds, expiry: Seconds)] = []
        try store.query(
            Self.friends, limits + [.integer(subscriber), .integer(bounds.after), .integer(bounds.through)]
        ) { friend throws(StoreError) in found.append((try Account(friend), 0, 0)) }
        return found
    }

    private func subscription(
        to publisher: AccountNumber, in store: any Transaction
    ) throws(StoreError) -> (since: Milliseconds, expiry: Seconds)? {
        var found: (since: Milliseconds, expiry: Seconds)?
        if type.isOfFriends {
            try store.query(
                """
                SELECT 1 FROM contact AS own JOIN contact AS theirs ON theirs.id = $2
                WHERE own.id = $1 AND own.kind = 1 AND theirs.kind = 1
                """,
                [.integer(PairKey.key(subscriber, publisher)), .integer(PairKey.key(publisher, subscriber))]
            ) { _ in found = (0, 0) }
        } else {
            try store.query(
                Subscription.byKey, [.integer(publisher), .integer(type.rawValue), .integer(subscriber), .integer(now)]
            ) { row in found = (row.integer(.subscribedAt), row.integer(.expiry)) }
        }
        return found
    }

    private func view(
        _ account: Account, _ since: Milliseconds, _ expiry: Seconds, _ standard: HostedVisibility,
        in store: any Transaction
    ) throws(StoreError) -> SubscriptionView {
        let content: SubscriptionEvent.Content =
            type.isOfPresence
            ? try presence(of: account, in: store)
            : .profile(try HostedProfileQueries.view(account, for: subscriber, standard, in: store))
        return SubscriptionView(event: SubscriptionEvent(account, type, content), since: since, expiry: expiry)
    }

    /// of a user who has blocked the subscriber, as it was at the block, and without a status.
    private func presence(
        of account: Account, in store: any Transaction
    ) throws(StoreError) -> SubscriptionEvent.Content {
        var frozen: [PlatformPresence]?
        try store.query(
            "SELECT coalesce(presence, '') FROM contact WHERE id = $1 AND kind IN (2, 3)",
            [.integer(PairKey.key(account.number, subscriber))]
        ) { row throws(StoreError) in frozen = try row.decoded(0, PlatformPresence.read) }
        if let frozen { return .presence(frozen.filter { $0.isRecent(at: now) }) }
        let presences = try PlatformPresence.all(of: account.number, in: store)
        return .presence(
            presences.filter { $0.isRecent(at: now) }, try UserStatus.find(account.number, at: now, in: store))
    }
}
