import ClientProtocol
import Domain
import JSON
import Storage

/// The followers of each user, with the cache of the sets asked for last, and what followers and friends are told of a user's
/// presence and profile.
package final class Followers {
    private let work: UnitOfWork
    private let accounts: Accounts
    private let contacts: Contacts
    private let presence: Presence
    /// By the publisher's number and the type.
    private var cache: GenerationCache<PairKey, FollowerSet>
    /// Where the sweep stands.
    private var sweptPublisher: AccountNumber = 0

    private static let ofPublisher = Subscription.Column.select(
        "WHERE publisher = $1 AND type = $2 AND subscribed_at + expiry * 1000 > $3 ORDER BY subscriber")
    private static let writing = Subscription.Column.upsert(keeping: [.unblockedAt])

    init(work: UnitOfWork, accounts: Accounts, contacts: Contacts, presence: Presence) {
        self.work = work
        self.accounts = accounts
        self.contacts = contacts
        self.presence = presence
        cache = GenerationCache(limit: work.options.followerCacheBytes / 2)
    }

    /// S-36, S-38: the user's followers and mutual friends who are there now hear of it; nobody else ever does (S-Q33).
    private func emitPresence(_ presences: [PlatformPresence], of account: Account) throws(CommandError) {
        let content = SubscriptionEvent.Content.presence(presences.filter { $0.isRecent(at: work.now) })
        try emit(content, .onlineStatus, of: account, to: followers(of: account, .onlineStatus))
        try emit(content, .friendOnlineStatus, of: account, to: friends(of: account))
    }

    /// S-37, S-39, S-Q27: each sees what it may. A follower who may not see all of it hears only of a new name or picture.
    func emitProfile(_ profile: HostedProfile, of account: Account, hasOtherAppearance: Bool) throws(CommandError) {
        let standard = try stored(HostedProfileQueries.standard(work.options.standardVisibility, in: work.store))
        let everyone = profile.visibility.shows(toFriend: false, standard: standard)
        let friendly = profile.visibility.shows(toFriend: true, standard: standard)
        let whole = SubscriptionEvent.Content.profile(view(of: account, profile))
        let part = SubscriptionEvent.Content.profile(view(of: account, nil))
        var (seeing, others): ([Follower], [Follower]) = ([], [])
        for follower in try followers(of: account, .userProfile) {
            let isShown =
                everyone == friendly
                ? everyone : try contacts.relationship(of: account.number, towards: follower.account).isFriend
            if isShown { seeing.append(follower) } else { others.append(follower) }
        }
        emit(whole, .userProfile, of: account, to: seeing)
        if hasOtherAppearance { emit(part, .userProfile, of: account, to: others) }
        let friends = try friends(of: account)
        if friendly {
            emit(whole, .friendUserProfile, of: account, to: friends)
        } else if hasOtherAppearance {
            emit(part, .friendUserProfile, of: account, to: friends)
        }
    }

    private func view(of account: Account, _ profile: HostedProfile?) -> HostedView {
        HostedView(user: account.id, name: account.nickname, portrait: account.faceURL, profile: profile)
    }

    /// S-Q24: once, when it begins. A user who was never online, or long ago, is not told of; nor is a user who has blocked
    /// the subscriber.
    func emitFirst(_ publisher: Account, to subscriber: Account, since: Milliseconds, _ expiry: Seconds)
        throws(CommandError)
    {
        let presences = try presence.recentPresences(of: publisher)
        guard !presences.isEmpty,
            try !contacts.relationship(of: publisher.number, towards: subscriber.number).isBlocked
        else { return }
        emit(
            .presence(presences), .onlineStatus, of: publisher,
            to: [Follower(account: subscriber.number, since: since, expiry: expiry)])
    }

    /// two who have become friends of each other, at that moment.
    func emitFriendship(of one: Account, and other: Account) throws(CommandError) {
        for (publisher, friend) in [(one, other), (other, one)] {
            let presences = try presence.recentPresences(of: publisher)
            guard !presences.isEmpty else { continue }
            emit(
                .presence(presences), .friendOnlineStatus, of: publisher,
                to: [Follower(account: friend.number, since: 0, expiry: 0)])
        }
    }

    // MARK: - Who is told

    private func followers(of publisher: Account, _ type: SubscriptionType) throws(CommandError) -> [Follower] {
        let followers = try followerSet(of: publisher, type).followers
        if followers.isEmpty { return [] }
        let (present, blocked) = (try presence.presentAccounts(), try contacts.blockedAccounts(of: publisher))
        return followers.compactMap { follower in
            let account = follower.account
            guard present.contains(account), !blocked.contains(account) else { return nil }
            return Follower(account: account, since: follower.since, expiry: Seconds(follower.expiry))
        }
    }

    private func friends(of publisher: Account) throws(CommandError) -> [Follower] {
        guard try contacts.relationState(of: publisher).friends > 0 else { return [] }
        let present = try presence.presentAccounts()
        return try contacts.mutualFriends(of: publisher).filter(present.contains).map {
            Follower(account: $0, since: 0, expiry: 0)
        }
    }

    private func emit(
        _ content: SubscriptionEvent.Content, _ type: SubscriptionType, of account: Account, to followers: [Follower]
    ) {
        guard work.options.hasSubscriptions, !followers.isEmpty else { return }
        work.visits += followers.count
        work.lead(to: .subscriptionEvent(SubscriptionEvent(account, type, content), for: followers))
    }

    /// the user has come to the platform at that moment, or left it. A change that is known already is told to nobody.
    package func reconcilePresence(
        _ number: AccountNumber, on platform: Platform, isOnline: Bool, since moment: Milliseconds?
    )
        throws(CommandError)
    {
        let account = try accounts.account(number)
        guard account.state != .deleted else { return }
        var presences = try stored(PlatformPresence.all(of: number, in: work.store))
        let index = presences.firstIndex { $0.platform == platform }
        guard (index.map { presences[$0].isOnline } ?? false) != isOnline else { return }
        let former = index.map { presences[$0].changedAt } ?? 0
        let change = PlatformPresence(
            platform: platform, isOnline: isOnline, changedAt: max(moment ?? work.now, former + 1))
        if let index { presences[index] = change } else { presences.append(change) }
        try presence.save(change, of: number)
        presences.sort { $0.platform.number < $1.platform.number }
        try emitPresence(presences, of: account)
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
    private func followerSet(of publisher: Account, _ type: SubscriptionType) throws(CommandError) -> FollowerSet {
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

    /// S-Q34: a deleted account is followed by nobody and follows nobody.
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

    /// Between commands the cache may let go of what was asked for longest ago.
    func letGo() { cache.letGo() }

    /// After a rollback nothing in memory is sure.
    func forget() { cache.removeAll() }
}
