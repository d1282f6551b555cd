import ClientProtocol
import Domain
import JSON
import Storage

/// Knows who is online and who follows whom, and tells followers and friends of presence and profiles.
package final class Subscriptions {
    let work: UnitOfWork
    let accounts: Accounts
    let contacts: Contacts
    /// The accounts that may be online, once they have been asked for: all that are, and perhaps some that have logged in
    /// by what was taken back.
    private var present: Set<AccountNumber>?
    /// By the publisher's number and the type.
    private var cache: GenerationCache<PairKey, FollowerSet>
    /// Where the sweep stands.
    private var sweptPublisher: AccountNumber = 0

    private static let ofPublisher = Subscription.Column.select(
        "WHERE publisher = $1 AND type = $2 AND subscribed_at + expiry * 1000 > $3 ORDER BY subscriber")
    private static let writing = Subscription.Column.upsert(keeping: [.unblockedAt])

    init(work: UnitOfWork, accounts: Accounts, contacts: Contacts) {
        self.work = work
        self.accounts = accounts
        self.contacts = contacts
        cache = GenerationCache(limit: work.options.followerCacheBytes / 2)
    }

    /// The block has ended: what is told is what happens from now on.
    func endSilence(from owner: Account, to other: Account) throws(CommandError) {
        try work.execute(
            "UPDATE subscription SET unblocked_at = $3 WHERE publisher = $1 AND type IN (1, 2) AND subscriber = $2",
            [.integer(owner.number), .integer(other.number), .integer(try work.stamp())])
    }

    func put(
        _ subscription: Subscription, of subscriber: Account, to publisher: Account, _ type: SubscriptionType
    ) throws(CommandError) {
        try work.execute(Self.writing, subscription.values(of: subscriber.number, to: publisher.number, type))
        guard let followerSet = cachedFollowerSet(of: publisher, type) else { return }
        let former = followerSet.weight
        followerSet.put(
            .init(
                account: subscriber.number, expiry: UInt32(subscription.expiry.rawValue), since: subscription.since))
        cache.add(weight: followerSet.weight - former)
    }

    // MARK: - Sets and rows

    /// One that has not expired.
    func subscription(
        of subscriber: Account, to publisher: Account, _ type: SubscriptionType
    ) throws(CommandError) -> Subscription? {
        var found: Subscription?
        try work.query(
            Subscription.byKey,
            [.integer(publisher.number), .integer(type.rawValue), .integer(subscriber.number), .integer(work.now)]
        ) { row in found = Subscription(row) }
        return found
    }

    func countSubscriptions(of subscriber: Account, _ type: SubscriptionType) throws(CommandError) -> Int {
        var count: Int64 = 0
        try work.query(
            """
            SELECT count(*) FROM subscription
            WHERE subscriber = $1 AND type = $2 AND subscribed_at + expiry * 1000 > $3
            """, [.integer(subscriber.number), .integer(type.rawValue), .integer(work.now)]
        ) { row in count = row.integer(0) }
        return Int(count)
    }

    func countFollowers(of publisher: Account, _ type: SubscriptionType) throws(CommandError) -> Int {
        if let followerSet = cachedFollowerSet(of: publisher, type) {
            followerSet.expire(at: work.now)
            return followerSet.followers.count
        }
        var count: Int64 = 0
        try work.query(
            """
            SELECT count(*) FROM subscription
            WHERE publisher = $1 AND type = $2 AND subscribed_at + expiry * 1000 > $3
            """, [.integer(publisher.number), .integer(type.rawValue), .integer(work.now)]
        ) { row in count = row.integer(0) }
        return Int(count)
    }

    /// Those of it that have not expired.
    func followerSet(of publisher: Account, _ type: SubscriptionType) throws(CommandError) -> FollowerSet {
        if let followerSet = cachedFollowerSet(of: publisher, type) {
            followerSet.expire(at: work.now)
            return followerSet
        }
        var followers: [FollowerSet.Follower] = []
        try work.query(
            Self.ofPublisher, [.integer(publisher.number), .integer(type.rawValue), .integer(work.now)]
        ) { row throws(StoreError) in
            followers.append(
                .init(
                    account: row.integer(.subscriber), expiry: try row.small(.expiry),
                    since: row.integer(.subscribedAt)))
        }
        let followerSet = FollowerSet(followers)
        cache.insert(followerSet, for: PairKey.key(publisher.number, type.rawValue), weight: followerSet.weight)
        return followerSet
    }

    private func cachedFollowerSet(of publisher: Account, _ type: SubscriptionType) -> FollowerSet? {
        cache.value(PairKey.key(publisher.number, type.rawValue), weight: \.weight)
    }

    /// S-Q34: a deleted account is followed by nobody, follows nobody and is nowhere.
    func erase(of account: Account) throws(CommandError) {
        try work.execute("DELETE FROM subscription WHERE publisher = $1", [.integer(account.number)])
        for type in [SubscriptionType.onlineStatus, .userProfile] {
            cache.remove(PairKey.key(account.number, type.rawValue))
        }
        var followed: [(publisher: AccountNumber, type: SubscriptionType)] = []
        try work.query(
            "SELECT publisher, type FROM subscription WHERE subscriber = $1", [.integer(account.number)]
        ) {
            row throws(StoreError) in followed.append((row.integer(0), try row.choice(1)))
        }
        for (publisher, type) in followed {
            cache.value(PairKey.key(publisher, type.rawValue), weight: \.weight)?.remove(account.number)
        }
        try work.execute("DELETE FROM subscription WHERE subscriber = $1", [.integer(account.number)])
        try stored(UserStatus.erase(of: account.number, in: work.store))
        let bounds = PairKey.bounds(account.number)
        try work.execute(
            "DELETE FROM presence WHERE id >= $1 AND id <= $2", [.integer(bounds.after), .integer(bounds.through)])
        bidFarewell(account.number)
    }

    /// S-44: silent. Expired ones count nowhere before they go.
    func trim() throws(CommandError) {
        var last: AccountNumber?
        try work.query(
            """
            SELECT max(publisher) FROM (SELECT publisher FROM subscription
                WHERE publisher BETWEEN $1 AND 2147483647 ORDER BY publisher LIMIT $2)
            """, [.integer(sweptPublisher.next), .integer(rowsPerSweep)]
        ) { row in last = row.optionalInteger(0) }
        guard let last else {
            sweptPublisher = 0
            return
        }
        try work.execute(
            """
            DELETE FROM subscription
            WHERE publisher > $1 AND publisher <= $2 AND subscribed_at + expiry * 1000 <= $3
            """, [.integer(sweptPublisher), .integer(last), .integer(work.now)])
        sweptPublisher = last
    }

    /// The subscriber follows the publisher no longer.
    func remove(_ subscriber: Account, from publisher: Account, _ type: SubscriptionType) throws(CommandError) {
        try work.execute(
            "DELETE FROM subscription WHERE publisher = $1 AND type = $2 AND subscriber = $3",
            [.integer(publisher.number), .integer(type.rawValue), .integer(subscriber.number)])
        cachedFollowerSet(of: publisher, type)?.remove(subscriber.number)
    }

    // MARK: - Who is there

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

    /// Nil: there is nothing to tell.
    func currentPresence(of publisher: Account) throws(CommandError) -> SubscriptionEvent.Content? {
        let (presences, status) = (try recentPresences(of: publisher), try status(of: publisher))
        return presences.isEmpty && status == nil ? nil : .presence(presences, status)
    }

    func savePresence(_ change: PlatformPresence, of number: AccountNumber) throws(CommandError) {
        try work.execute(
            """
            INSERT INTO presence (id, is_online, changed_at, noted_at) VALUES ($1, $2, $3, $4)
            ON CONFLICT (id) DO UPDATE SET is_online = $2, changed_at = $3, noted_at = $4
            """,
            [
                .integer(PairKey.key(number, change.platform.number)), .integer(change.isOnline ? 1 : 0),
                .integer(change.changedAt), .integer(try work.stamp()),
            ])
    }

    /// Between commands the cache may let go of what was asked for longest ago.
    func letGo() { cache.letGo() }

    /// After a rollback nothing in memory is sure.
    func forget() { cache.removeAll() }
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
