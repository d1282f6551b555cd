import Domain
import Storage

/// How long nobody of a user's has been there before a session.
package enum Absence: Sendable {
    /// Another session is.
    case none
    /// Milliseconds since 1970.
    case since(Int64)
    /// As the store has it.
    case unknown
}

extension Books {
    /// S-Q29, S-Q33, X-20: what a session is told of its user's subscriptions. `noted`: what has come into the user's stream
    /// since the device was there.
    func subscriptionSync(
        of account: Account, _ noted: [NotedEvent], _ absence: Absence
    ) throws -> [SubscriptionSync] {
        guard options.hasSubscriptions else { return [] }
        let away = try since(absence, of: account)
        let changes = noted.filter { $0.kind == .subscriptions }.flatMap { SubscriptionChange.read($0.detail ?? "[]") }
        return try SubscriptionType.allCases.map { type in
            var sync = SubscriptionSync(type: type)
            sync.changes = changes.filter { $0.type == type }
            switch type {
            case .onlineStatus: break
            case .userProfile, .friendUserProfile:
                if let away { sync.news = try profileNews(of: account, type, since: away) }
            case .friendOnlineStatus: sync.news = try friendsPresence(of: account)
            }
            return sync
        }
    }

    /// Nil: somebody is there.
    private func since(_ absence: Absence, of account: Account) throws -> Int64? {
        switch absence {
        case .none: nil
        case .since(let moment): moment
        case .unknown: try Attendance.all(of: account.number, in: store).map(\.changedAt).max() ?? 0
        }
    }

    /// Of those who have changed since then, as they are now.
    private func profileNews(
        of account: Account, _ type: SubscriptionType, since away: Int64
    ) throws -> [SubscriptionView] {
        let found = try type == .userProfile ? changedFollowed(by: account, away) : changedFriends(of: account, away)
        let standard = try HostedRoll.standard(options.standardVisibility, in: store)
        return try found.compactMap { change in
            let publisher = try self.account(change.publisher)
            if try standing(of: publisher.number, towards: account.number) == .blocked { return nil }
            let view = try HostedRoll.view(publisher, for: account.number, standard, in: store)
            // S-Q27: what it may not see has changed.
            if view.profile == nil, change.looksChangedAt <= away * 1_000 { return nil }
            return SubscriptionView(
                news: SubscriptionNews(publisher, type, .profile(view)), since: change.since,
                expiry: change.expiry)
        }
    }

    private typealias ProfileChangeRow = (publisher: Int64, since: Int64, expiry: Int64, looksChangedAt: Int64)

    private func changedFollowed(by account: Account, _ away: Int64) throws -> [ProfileChangeRow] {
        var found: [ProfileChangeRow] = []
        try store.query(
            """
            SELECT publisher, subscribed_at, subscription.expiry, looks_changed_at
            FROM subscription JOIN hosted_profile ON hosted_profile.account = publisher
            WHERE subscriber = $1 AND type = 2 AND subscribed_at + subscription.expiry * 1000 > $3
                AND changed_at > max($2, subscribed_at * 1000)
            ORDER BY changed_at LIMIT $4
            """,
            [.integer(account.number), .integer(away * 1_000), .integer(now), .integer(mostQueued)]
        ) { row in found.append((row.integer(0), row.integer(1), row.integer(2), row.integer(3))) }
        return found
    }

    private func changedFriends(of account: Account, _ away: Int64) throws -> [ProfileChangeRow] {
        guard try circle(of: account).friends > 0 else { return [] }
        let bounds = PairKey.bounds(account.number)
        var found: [ProfileChangeRow] = []
        try store.query(
            """
            SELECT hosted_profile.account, looks_changed_at
            FROM contact AS own JOIN contact AS theirs ON theirs.id = (own.other << 32 | $1)
            JOIN hosted_profile ON hosted_profile.account = own.other
            WHERE own.id > $2 AND own.id <= $3 AND own.kind = 1 AND theirs.kind = 1 AND changed_at > $4
            ORDER BY changed_at LIMIT $5
            """,
            [
                .integer(account.number), .integer(bounds.after), .integer(bounds.through),
                .integer(away * 1_000), .integer(mostQueued),
            ]
        ) { row in found.append((row.integer(0), 0, 0, row.integer(1))) }
        return found
    }

    private func friendsPresence(of account: Account) throws -> [SubscriptionView] {
        guard try circle(of: account).friends > 0 else { return [] }
        let bounds = PairKey.bounds(account.number)
        var found: [(friend: Int64, attendance: Attendance)] = []
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
                .integer(now - Attendance.memory),
            ]
        ) { row in found.append((row.integer(3), Attendance(row))) }
        let byFriend = Dictionary(grouping: found, by: \.friend).sorted { $0.key < $1.key }
        return try byFriend.map { friend, rows in
            let news = SubscriptionNews(
                try self.account(friend), .friendOnlineStatus, .presence(rows.map(\.attendance)))
            return SubscriptionView(news: news, since: 0, expiry: 0)
        }
    }
}

/// How many changed profiles a login tells of.
private let mostQueued: Int64 = 1_000
