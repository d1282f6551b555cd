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

extension ChatState {
    /// S-46, S-Q19 to S-Q22: of the two types that are asked for. Each user is named once.
    package func subscribe(
        to users: [String], _ type: SubscriptionType, for expiry: Int64, by number: Int64, on device: String
    ) throws -> SubscriptionResult {
        let subscriber = try caller(number)
        var result = SubscriptionResult()
        var publishers: [(user: String, account: Account, first: Int64?)] = []
        for user in users {
            guard let publisher = try UserID(user).flatMap(reachableAccount), publisher !== subscriber else {
                result.fail(user, .badSubscriptionUsers)
                continue
            }
            publishers.append((user, publisher, try subscription(of: subscriber, to: publisher, type)?.first))
        }
        let new = publishers.filter { $0.first == nil }
        if !new.isEmpty, try countSubscriptions(of: subscriber, type) + new.count > options.subscriptionsPerUser {
            throw Refusal(
                .subscriberFull, "a user can follow at most \(options.subscriptionsPerUser) users",
                keys: new.map(\.user))
        }
        var failures: [String: ErrorCode] = [:]
        var changes: [SubscriptionChange] = []
        // The clock goes on: all of them begin together, and are told as they are kept.
        let since = now
        for (user, publisher, first) in publishers {
            if first == nil, try countFollowers(of: publisher, type) >= options.followersPerUser {
                failures[user] = .publisherFull
                continue
            }
            try put(subscriber, publisher, type, first: first ?? since, since: since, expiry)
            changes.append(
                SubscriptionChange(user: publisher.id, type: type, isEnd: false, since: since, expiry: expiry))
            if first == nil, type == .onlineStatus {
                try emitFirst(publisher, to: subscriber, since: since, expiry)
            }
        }
        try emitOthers(changes, of: subscriber, by: device)
        return SubscriptionResult(of: users, failures, result)
    }

    /// S-54, S-Q32.
    package func unsubscribe(
        from users: [String], _ type: SubscriptionType, by number: Int64, on device: String
    ) throws -> SubscriptionResult {
        let subscriber = try caller(number)
        var result = SubscriptionResult()
        var changes: [SubscriptionChange] = []
        for user in users {
            guard let publisher = try UserID(user).flatMap(reachableAccount), publisher !== subscriber else {
                result.fail(user, .badSubscriptionUsers)
                continue
            }
            guard let former = try subscription(of: subscriber, to: publisher, type) else { continue }
            try store.execute(
                "DELETE FROM subscription WHERE publisher = $1 AND type = $2 AND subscriber = $3",
                [.integer(publisher.number), .integer(type.rawValue), .integer(subscriber.number)])
            cachedFollowerSet(of: publisher, type)?.remove(UInt32(subscriber.number))
            changes.append(
                SubscriptionChange(
                    user: publisher.id, type: type, isEnd: true, since: former.since, expiry: former.expiry))
        }
        try emitOthers(changes, of: subscriber, by: device)
        return result
    }

    private func put(
        _ subscriber: Account, _ publisher: Account, _ type: SubscriptionType, first: Int64, since: Int64,
        _ expiry: Int64
    ) throws {
        try store.execute(
            """
            INSERT INTO subscription (publisher, type, subscriber, first_at, subscribed_at, expiry)
            VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (publisher, type, subscriber) DO UPDATE SET first_at = $4, subscribed_at = $5, expiry = $6
            """,
            [
                .integer(publisher.number), .integer(type.rawValue), .integer(subscriber.number), .integer(first),
                .integer(since), .integer(expiry),
            ])
        guard let followerSet = cachedFollowerSet(of: publisher, type) else { return }
        let former = followerSet.weight
        followerSet.put(.init(account: UInt32(subscriber.number), expiry: UInt32(expiry), since: since))
        followerSets.add(weight: followerSet.weight - former)
    }

    // MARK: - What there is

    /// One that has not expired. `first`: when it began, whatever has been renewed since.
    private func subscription(
        of subscriber: Account, to publisher: Account, _ type: SubscriptionType
    ) throws -> (first: Int64, since: Int64, expiry: Int64)? {
        var found: (first: Int64, since: Int64, expiry: Int64)?
        try store.query(
            """
            SELECT first_at, subscribed_at, expiry FROM subscription
            WHERE publisher = $1 AND type = $2 AND subscriber = $3 AND subscribed_at + expiry * 1000 > $4
            """,
            [
                .integer(publisher.number), .integer(type.rawValue), .integer(subscriber.number), .integer(now),
            ]
        ) { row in found = (row.integer(0), row.integer(1), row.integer(2)) }
        return found
    }

    private func countSubscriptions(of subscriber: Account, _ type: SubscriptionType) throws -> Int {
        var count: Int64 = 0
        try store.query(
            """
            SELECT count(*) FROM subscription
            WHERE subscriber = $1 AND type = $2 AND subscribed_at + expiry * 1000 > $3
            """, [.integer(subscriber.number), .integer(type.rawValue), .integer(now)]
        ) { row in count = row.integer(0) }
        return Int(count)
    }

    private func countFollowers(of publisher: Account, _ type: SubscriptionType) throws -> Int {
        if let followerSet = cachedFollowerSet(of: publisher, type) {
            followerSet.expire(at: now)
            return followerSet.followers.count
        }
        var count: Int64 = 0
        try store.query(
            """
            SELECT count(*) FROM subscription
            WHERE publisher = $1 AND type = $2 AND subscribed_at + expiry * 1000 > $3
            """, [.integer(publisher.number), .integer(type.rawValue), .integer(now)]
        ) { row in count = row.integer(0) }
        return Int(count)
    }

    /// Those of it that have not expired.
    func followerSet(of publisher: Account, _ type: SubscriptionType) throws -> FollowerSet {
        if let followerSet = cachedFollowerSet(of: publisher, type) {
            followerSet.expire(at: now)
            return followerSet
        }
        var followers: [FollowerSet.Follower] = []
        try store.query(
            """
            SELECT subscriber, expiry, subscribed_at FROM subscription
            WHERE publisher = $1 AND type = $2 AND subscribed_at + expiry * 1000 > $3 ORDER BY subscriber
            """, [.integer(publisher.number), .integer(type.rawValue), .integer(now)]
        ) { row in
            followers.append(
                .init(account: UInt32(row.integer(0)), expiry: UInt32(row.integer(1)), since: row.integer(2)))
        }
        let followerSet = FollowerSet(followers)
        followerSets.insert(followerSet, for: PairKey.key(publisher.number, type.rawValue), weight: followerSet.weight)
        return followerSet
    }

    private func cachedFollowerSet(of publisher: Account, _ type: SubscriptionType) -> FollowerSet? {
        followerSets.value(PairKey.key(publisher.number, type.rawValue), weight: \.weight)
    }

    // MARK: - The user's other devices

    /// S-45, S-Q26: what they hear at once, and what those hear that are away (S-Q29).
    private func emitOthers(_ changes: [SubscriptionChange], of account: Account, by device: String) throws {
        guard let first = changes.first else { return }
        let change = SubscriptionChanges(device: device, changes: changes)
        let seq = try append(
            .subscriptions, subject: first.type.rawValue, detail: change.text, by: device, for: account)
        emit(.subscriptions(change, seq: seq), to: account, sparingOrigin: true)
    }

    /// S-Q34: nobody follows whoever has been deleted, who follows nobody either.
    func eraseSubscriptions(of account: Account) throws {
        try store.execute("DELETE FROM subscription WHERE publisher = $1", [.integer(account.number)])
        for type in [SubscriptionType.onlineStatus, .userProfile] {
            followerSets.remove(PairKey.key(account.number, type.rawValue))
        }
        var followed: [(publisher: Int64, type: Int64)] = []
        try store.query("SELECT publisher, type FROM subscription WHERE subscriber = $1", [.integer(account.number)]) {
            row in followed.append((row.integer(0), row.integer(1)))
        }
        for (publisher, type) in followed {
            followerSets.value(PairKey.key(publisher, type), weight: \.weight)?.remove(UInt32(account.number))
        }
        try store.execute("DELETE FROM subscription WHERE subscriber = $1", [.integer(account.number)])
    }
}

extension SubscriptionResult {
    /// Those that failed by themselves and those that found no room, in the order of the request.
    fileprivate init(of users: [String], _ failures: [String: ErrorCode], _ unknown: SubscriptionResult) {
        for user in users {
            if let code = failures[user] { fail(user, code) }
            if unknown.failed.contains(where: { $0.isSpelled(like: user) }) { fail(user, .badSubscriptionUsers) }
        }
    }
}

extension SubscriptionChanges {
    /// As the stream keeps them.
    fileprivate var text: String {
        var json = JSONWriter()
        json.array { $0.elements(changes) }
        return json.text
    }

    init(_ row: StoredEvent) {
        guard let text = row.detail, let elements = try? JSONDocument().parse(text).elements else {
            preconditionFailure("subscriptions are not as they were written: \(row.detail ?? "none")")
        }
        changes = elements.map { element in
            SubscriptionChange(
                user: UserID(element["userId"]!.string!)!,
                type: SubscriptionType(rawValue: element["subscribeType"]!.int64!)!,
                isEnd: element["operationType"]!.int64! == 1, since: element["subscribeTime"]!.int64!,
                expiry: element["expiry"]!.int64!)
        }
        device = row.device
    }
}

extension JSONWriter {
    /// The data of `subscription.changedOnOtherDevices` (S-Q26).
    package mutating func subscriptionChanges(_ change: SubscriptionChanges) {
        if let device = change.device { field("device", device) }
        array("events") { $0.elements(change.changes) }
    }

    fileprivate mutating func elements(_ changes: [SubscriptionChange]) {
        for change in changes {
            object { json in
                json.field("userId", change.user.text)
                json.field("subscribeType", change.type.rawValue)
                json.field("operationType", change.isEnd ? 1 : 0)
                json.field("subscribeTime", change.since)
                json.field("expiry", change.expiry)
            }
        }
    }
}
