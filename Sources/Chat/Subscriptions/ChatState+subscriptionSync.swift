import Domain
import Storage

extension ChatState {
    /// S-Q29, S-Q33, X-20: what a session is told of its user's subscriptions. `storedEvents`: what has come into the user's stream
    /// since the device was there.
    func subscriptionSync(
        of account: Account, _ storedEvents: [StoredEvent], on device: String
    ) throws -> [SubscriptionSync] {
        guard options.hasSubscriptions else { return [] }
        let mark = try mark(of: device, account)
        let changes = storedEvents.filter {
            $0.kind == .subscriptions && !($0.device?.isSpelled(like: device) ?? false)
        }.map(SubscriptionChanges.init)
        return try SubscriptionType.allCases.map { type in
            var sync = SubscriptionSync(type: type)
            sync.changes = SubscriptionChanges.gathered(changes, of: type)
            switch type {
            case .onlineStatus: sync.events = try changedPresence(for: account, since: mark)
            case .userProfile, .friendUserProfile: sync.events = try profileEvents(of: account, type, since: mark)
            case .friendOnlineStatus: sync.events = try friendsPresence(of: account)
            }
            return sync
        }
    }

    // MARK: - Profiles

    /// Of those who have changed since the mark, as they are now.
    private func profileEvents(
        of account: Account, _ type: SubscriptionType, since mark: Int64
    ) throws -> [SubscriptionView] {
        let found = try type == .userProfile ? changedFollowed(by: account, mark) : changedFriends(of: account, mark)
        let standard = try HostedProfileQueries.standard(options.standardVisibility, in: store)
        return try found.compactMap { change in
            let publisher = try self.account(change.publisher)
            if try relationship(of: publisher.number, towards: account.number).isBlocked { return nil }
            let view = try HostedProfileQueries.view(publisher, for: account.number, standard, in: store)
            // S-Q27: what it may not see has changed.
            if view.profile == nil, !change.hasOtherLooks { return nil }
            return SubscriptionView(
                event: SubscriptionEvent(publisher, type, .profile(view)), since: change.since,
                expiry: change.expiry)
        }
    }

    private typealias ProfileChangeRow = (publisher: Int64, since: Int64, expiry: Int64, hasOtherLooks: Bool)

    /// what has changed before the end of a block is not caught up.
    private func changedFollowed(by account: Account, _ mark: Int64) throws -> [ProfileChangeRow] {
        var found: [ProfileChangeRow] = []
        try store.query(
            """
            SELECT publisher, subscribed_at, subscription.expiry,
                looks_changed_at > max($2, first_at * 1000, news_from)
            FROM subscription JOIN hosted_profile ON hosted_profile.account = publisher
            WHERE subscriber = $1 AND type = 2 AND subscribed_at + subscription.expiry * 1000 > $3
                AND changed_at > max($2, first_at * 1000, news_from)
            ORDER BY changed_at LIMIT $4
            """,
            [.integer(account.number), .integer(mark), .integer(now), .integer(mostQueued)]
        ) { row in found.append((row.integer(0), row.integer(1), row.integer(2), row.integer(3) != 0)) }
        return found
    }

    /// what has changed before they were friends of each other is none of it.
    private func changedFriends(of account: Account, _ mark: Int64) throws -> [ProfileChangeRow] {
        guard try relationState(of: account).friends > 0 else { return [] }
        let bounds = PairKey.bounds(account.number)
        var found: [ProfileChangeRow] = []
        try store.query(
            """
            SELECT hosted_profile.account, looks_changed_at > max($4, own.since * 1000000, theirs.since * 1000000)
            FROM contact AS own JOIN contact AS theirs ON theirs.id = (own.other << 32 | $1)
            JOIN hosted_profile ON hosted_profile.account = own.other
            WHERE own.id > $2 AND own.id <= $3 AND own.kind = 1 AND theirs.kind = 1
                AND changed_at > max($4, own.since * 1000000, theirs.since * 1000000)
            ORDER BY changed_at LIMIT $5
            """,
            [
                .integer(account.number), .integer(bounds.after), .integer(bounds.through), .integer(mark),
                .integer(mostQueued),
            ]
        ) { row in found.append((row.integer(0), 0, 0, row.integer(1) != 0)) }
        return found
    }

    // MARK: - Presence

    /// Of those whose presence has changed since the mark, or who are followed since then, as it is now.
    private func changedPresence(for account: Account, since mark: Int64) throws -> [SubscriptionView] {
        typealias Publisher = (number: Int64, since: Int64, expiry: Int64)
        var publishers: [Publisher] = []
        try store.query(
            """
            SELECT publisher, subscribed_at, expiry FROM subscription
            WHERE subscriber = $1 AND type = 1 AND subscribed_at + expiry * 1000 > $2
                AND max(first_at * 1000,
                    (SELECT max(noted_at) FROM presence WHERE id >= publisher << 32 AND id <= (publisher << 32 | 15)))
                    > max($3, news_from)
                AND NOT EXISTS (SELECT 1 FROM contact WHERE id = (publisher << 32 | $1) AND kind IN (2, 3))
            ORDER BY first_at
            """, [.integer(account.number), .integer(now), .integer(mark)]
        ) { row in publishers.append((row.integer(0), row.integer(1), row.integer(2))) }
        return try publishers.compactMap { publisher in
            let account = try self.account(publisher.number)
            let presences = try recentPresences(of: account)
            guard !presences.isEmpty else { return nil }
            return SubscriptionView(
                event: SubscriptionEvent(account, .onlineStatus, .presence(presences)), since: publisher.since,
                expiry: publisher.expiry)
        }
    }

    private func friendsPresence(of account: Account) throws -> [SubscriptionView] {
        guard try relationState(of: account).friends > 0 else { return [] }
        let bounds = PairKey.bounds(account.number)
        var found: [(friend: Int64, presence: PlatformPresence)] = []
        try store.query(
            """
            SELECT presence.id, presence.is_online, presence.changed_at, own.other
            FROM contact AS own JOIN contact AS theirs ON theirs.id = (own.other << 32 | $1)
            JOIN presence ON presence.id >= (own.other << 32) AND presence.id <= (own.other << 32 | 15)
            WHERE own.id > $2 AND own.id <= $3 AND own.kind = 1 AND theirs.kind = 1
                AND (is_online = 1 OR presence.changed_at > $4)
            ORDER BY presence.id
            """,
            [
                .integer(account.number), .integer(bounds.after), .integer(bounds.through),
                .integer(now - PlatformPresence.memory),
            ]
        ) { row in found.append((row.integer(3), PlatformPresence(row))) }
        let byFriend = Dictionary(grouping: found, by: \.friend).sorted { $0.key < $1.key }
        return try byFriend.map { friend, rows in
            let event = SubscriptionEvent(
                try self.account(friend), .friendOnlineStatus, .presence(rows.map(\.presence)))
            return SubscriptionView(event: event, since: 0, expiry: 0)
        }
    }
}

/// How many changed profiles a login tells of.
private let mostQueued: Int64 = 1_000

extension SubscriptionChanges {
    /// Those of one type; what the same device has done in a row comes together.
    fileprivate static func gathered(
        _ all: [SubscriptionChanges], of type: SubscriptionType
    ) -> [SubscriptionChanges] {
        var runs: [SubscriptionChanges] = []
        for change in all where change.changes.first?.type == type {
            if let last = runs.last, (last.device ?? "").isSpelled(like: change.device ?? "") {
                runs[runs.count - 1] = SubscriptionChanges(device: last.device, changes: last.changes + change.changes)
            } else {
                runs.append(change)
            }
        }
        return runs
    }
}
