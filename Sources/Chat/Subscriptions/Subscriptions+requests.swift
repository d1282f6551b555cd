import ClientProtocol
import Domain
import JSON
import Storage

/// How a call for several users has ended (S-Q21).
package struct SubscriptionResult: Sendable {
    /// Of the first that failed, in the order of the request.
    package var status: ErrorCode?
    package var failed: [String] = []

    fileprivate mutating func fail(_ user: String, _ code: ErrorCode) {
        status = status ?? code
        failed.append(user)
    }
}

/// Following others, and what a session is told of it when it begins.
extension Subscriptions {
    /// S-46, S-Q19 to S-Q22: of the two types that are asked for. Each user is named once.
    package func subscribe(
        to users: [String], _ type: SubscriptionType, for expiry: Seconds, by number: AccountNumber, on device: String
    ) throws(CommandError) -> SubscriptionResult {
        let subscriber = try accounts.caller(number)
        var result = SubscriptionResult()
        var publishers: [(user: String, account: Account, first: Milliseconds?)] = []
        for user in users {
            guard let publisher = try UserID(user).flatMap(accounts.reachableAccount), publisher !== subscriber else {
                result.fail(user, .badSubscriptionUsers)
                continue
            }
            publishers.append((user, publisher, try subscription(of: subscriber, to: publisher, type)?.first))
        }
        let new = publishers.filter { $0.first == nil }
        if !new.isEmpty,
            try countSubscriptions(of: subscriber, type) + new.count > work.options.subscriptionsPerUser
        {
            throw .refused(
                .subscriberFull, "a user can follow at most \(work.options.subscriptionsPerUser) users",
                keys: new.map(\.user))
        }
        var failures: [ExactText: ErrorCode] = [:]
        var changes: [SubscriptionChange] = []
        // The clock goes on: all of them begin together, and are told as they are kept.
        let since = work.now
        for (user, publisher, first) in publishers {
            if first == nil, try countFollowers(of: publisher, type) >= work.options.followersPerUser {
                failures[ExactText(user)] = .publisherFull
                continue
            }
            let subscription = Subscription(first: first ?? since, since: since, expiry: expiry)
            try put(subscription, of: subscriber, to: publisher, type)
            changes.append(
                SubscriptionChange(user: publisher.id, type: type, isEnd: false, since: since, expiry: expiry))
            if first == nil, type == .onlineStatus {
                try emitFirst(publisher, to: subscriber, since: since, expiry)
            }
        }
        try emitOthers(changes, of: subscriber, by: device)
        return SubscriptionResult(of: users, failures, result)
    }

    /// Ends subscriptions; one that does not exist is a success (S-54, S-Q32).
    package func unsubscribe(
        from users: [String], _ type: SubscriptionType, by number: AccountNumber, on device: String
    ) throws(CommandError) -> SubscriptionResult {
        let subscriber = try accounts.caller(number)
        var result = SubscriptionResult()
        var changes: [SubscriptionChange] = []
        for user in users {
            guard let publisher = try UserID(user).flatMap(accounts.reachableAccount), publisher !== subscriber else {
                result.fail(user, .badSubscriptionUsers)
                continue
            }
            guard let former = try subscription(of: subscriber, to: publisher, type) else { continue }
            try remove(subscriber, from: publisher, type)
            changes.append(
                SubscriptionChange(
                    user: publisher.id, type: type, isEnd: true, since: former.since, expiry: former.expiry))
        }
        try emitOthers(changes, of: subscriber, by: device)
        return result
    }

    // MARK: - The user's other devices

    /// S-45, S-Q26: what they hear at once, and what those hear that are away (S-Q29).
    private func emitOthers(_ changes: [SubscriptionChange], of account: Account, by device: String)
        throws(CommandError)
    {
        guard let first = changes.first else { return }
        let change = SubscriptionChangedOnOtherDevices(device: device, changes: changes)
        try work.emit(
            change, inStreamAs: .subscriptions, subject: StreamSubject(first.type.rawValue), detail: change.text,
            by: device, to: account)
    }

    /// S-Q29, S-Q33, X-20: what a session is told of its user's subscriptions. `storedEvents`: what has come into the user's stream
    /// since the device was there. `mark`: the device's.
    func subscriptionSync(
        of account: Account, _ storedEvents: [StoredEvent], on device: String, since mark: Stamp
    ) throws(CommandError) -> [SubscriptionSync] {
        guard work.options.hasSubscriptions else { return [] }
        let changes = try storedEvents.filter {
            $0.kind == .subscriptions && !($0.device?.isSpelled(like: device) ?? false)
        }.map { event throws(CommandError) in
            try SubscriptionChangedOnOtherDevices(event, of: account)
        }
        return try SubscriptionType.allCases.map { type throws(CommandError) in
            var sync = SubscriptionSync(type: type)
            sync.changes = SubscriptionChangedOnOtherDevices.gathered(changes, of: type)
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
        of account: Account, _ type: SubscriptionType, since mark: Stamp
    ) throws(CommandError) -> [SubscriptionView] {
        let found = try type == .userProfile ? changedFollowed(by: account, mark) : changedFriends(of: account, mark)
        let standard = try stored(HostedProfileQueries.standard(work.options.standardVisibility, in: work.store))
        var views: [SubscriptionView] = []
        for change in found {
            let publisher = try accounts.account(change.publisher)
            if try contacts.relationship(of: publisher.number, towards: account.number).isBlocked { continue }
            let view = try stored(
                HostedProfileQueries.view(publisher, for: account.number, standard, in: work.store))
            // S-Q27: what it may not see has changed.
            if view.profile == nil, !change.hasOtherAppearance { continue }
            views.append(
                SubscriptionView(
                    event: SubscriptionEvent(publisher, type, .profile(view)), since: change.since,
                    expiry: change.expiry))
        }
        return views
    }

    private typealias ProfileChangeRow = (
        publisher: AccountNumber, since: Milliseconds, expiry: Seconds, hasOtherAppearance: Bool
    )

    /// what has changed before the end of a block is not caught up.
    private func changedFollowed(by account: Account, _ mark: Stamp) throws(CommandError) -> [ProfileChangeRow] {
        var found: [ProfileChangeRow] = []
        try work.query(
            """
            SELECT publisher, subscribed_at, subscription.expiry,
                looks_changed_at > max($2, first_at * 1000, unblocked_at)
            FROM subscription JOIN hosted_profile ON hosted_profile.account = publisher
            WHERE subscriber = $1 AND type = 2 AND subscribed_at + subscription.expiry * 1000 > $3
                AND changed_at > max($2, first_at * 1000, unblocked_at)
            ORDER BY changed_at LIMIT $4
            """,
            [.integer(account.number), .integer(mark), .integer(work.now), .integer(mostQueued)]
        ) { row in found.append((row.integer(0), row.integer(1), row.integer(2), row.integer(3) != 0)) }
        return found
    }

    /// what has changed before they were friends of each other is none of it.
    private func changedFriends(of account: Account, _ mark: Stamp) throws(CommandError) -> [ProfileChangeRow] {
        guard try contacts.relationState(of: account).friends > 0 else { return [] }
        let bounds = PairKey.bounds(account.number)
        var found: [ProfileChangeRow] = []
        try work.query(
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
    private func changedPresence(for account: Account, since mark: Stamp) throws(CommandError) -> [SubscriptionView] {
        typealias Publisher = (number: AccountNumber, since: Milliseconds, expiry: Seconds)
        var publishers: [Publisher] = []
        try work.query(
            """
            SELECT publisher, subscribed_at, expiry FROM subscription
            WHERE subscriber = $1 AND type = 1 AND subscribed_at + expiry * 1000 > $2
                AND max(first_at * 1000, ifnull((SELECT stamp FROM user_status WHERE account = publisher), 0), ifnull(
                    (SELECT max(noted_at) FROM presence WHERE id >= publisher << 32 AND id <= (publisher << 32 | 15)),
                    0)) > max($3, unblocked_at)
                AND NOT EXISTS (SELECT 1 FROM contact WHERE id = (publisher << 32 | $1) AND kind IN (2, 3))
            ORDER BY first_at
            """, [.integer(account.number), .integer(work.now), .integer(mark)]
        ) { row in publishers.append((row.integer(0), row.integer(1), row.integer(2))) }
        var views: [SubscriptionView] = []
        for publisher in publishers {
            let account = try accounts.account(publisher.number)
            guard let presence = try currentPresence(of: account) else { continue }
            views.append(
                SubscriptionView(
                    event: SubscriptionEvent(account, .onlineStatus, presence), since: publisher.since,
                    expiry: publisher.expiry))
        }
        return views
    }

    private func friendsPresence(of account: Account) throws(CommandError) -> [SubscriptionView] {
        guard try contacts.relationState(of: account).friends > 0 else { return [] }
        let bounds = PairKey.bounds(account.number)
        var found: [(friend: AccountNumber, presence: PlatformPresence)] = []
        try work.query(
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
                .integer(work.now - PlatformPresence.memory),
            ]
        ) { row throws(StoreError) in found.append((row.integer(3), try PlatformPresence(row))) }
        let presences = Dictionary(grouping: found, by: \.friend)
        let statuses = try stored(UserStatus.ofFriends(of: account.number, at: work.now, in: work.store))
        return try Set(presences.keys).union(statuses.keys).sorted().map { friend throws(CommandError) in
            let event = SubscriptionEvent(
                try accounts.account(friend), .friendOnlineStatus,
                .presence(presences[friend]?.map(\.presence) ?? [], statuses[friend]))
            return SubscriptionView(event: event, since: 0, expiry: 0)
        }
    }
}

/// How many changed profiles a login tells of.
private let mostQueued: Int64 = 1_000

extension SubscriptionChangedOnOtherDevices {
    /// Those of one type; what the same device has done in a row comes together.
    fileprivate static func gathered(_ all: [Self], of type: SubscriptionType) -> [Self] {
        var runs: [Self] = []
        for change in all where change.changes.first?.type == type {
            if let last = runs.last, (last.device ?? "").isSpelled(like: change.device ?? "") {
                runs[runs.count - 1] = Self(device: last.device, changes: last.changes + change.changes)
            } else {
                runs.append(change)
            }
        }
        return runs
    }
}

extension SubscriptionResult {
    /// Those that failed by themselves and those that found no room, in the order of the request.
    fileprivate init(of users: [String], _ failures: [ExactText: ErrorCode], _ unknown: SubscriptionResult) {
        for user in users {
            if let code = failures[ExactText(user)] { fail(user, code) }
            if unknown.failed.contains(where: { $0.isSpelled(like: user) }) { fail(user, .badSubscriptionUsers) }
        }
    }
}
