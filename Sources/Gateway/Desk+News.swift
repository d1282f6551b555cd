import ClientProtocol
import Domain
import JSON
import Ledger
import ServerAPI
import Settings
import Transport

/// What a session is to be told of those whom its user follows: gathered, and told as it is in the end (S-Q28).
struct PendingNews {
    let news: SubscriptionNews
    let since: Int64
    let expiry: Int64
}

/// One shard's share of the followers.
struct Recipient: Sendable {
    let connection: ConnectionID
    let since: Int64
    let expiry: Int64
}

extension Desk {
    func gather(_ news: SubscriptionNews, for recipients: [Recipient]) {
        for recipient in recipients {
            guard let connection = shard.connection(recipient.connection),
                case .user(let session) = occupant(of: connection)
            else { continue }
            if session.news.isEmpty { newsBearers.append(connection.id) }
            session.news.append(PendingNews(news: news, since: recipient.since, expiry: recipient.expiry))
        }
        if newsDue == nil, !newsBearers.isEmpty {
            newsDue = now + Int64(premises.configuration.subscriptions.batchMilliseconds)
            armTimer()
        }
    }

    func tellNews() {
        guard let due = newsDue, due <= now else { return }
        newsDue = nil
        let bearers = newsBearers
        newsBearers.removeAll(keepingCapacity: true)
        for id in bearers {
            guard let connection = shard.connection(id), case .user(let session) = occupant(of: connection) else {
                continue
            }
            tell(session.news.latest, to: connection)
            session.news.removeAll(keepingCapacity: true)
        }
    }

    /// In messages of a bounded size.
    func tell(_ news: some Sequence<PendingNews>, to connection: Connection) {
        var rest = news.makeIterator()
        var next = rest.next()
        while next != nil {
            var bytes = pageBytes
            send(to: connection) { json in
                json.event(SubscriptionOperations.changed) { json in
                    json.array("events") { json in
                        while let item = next, bytes > 0 {
                            json.object { $0.news(item.news, item.since, item.expiry) }
                            bytes -= item.news.weight
                            next = rest.next()
                        }
                    }
                }
            }
        }
    }

    /// S-Q29: for each type in turn.
    func tellSubscriptions(_ login: Login, to connection: Connection) {
        for sync in login.subscriptions {
            if !sync.changes.isEmpty {
                send(to: connection) { json in
                    json.event(SubscriptionOperations.changedElsewhere) { json in
                        json.array("events") { $0.subscriptionChanges(sync.changes) }
                    }
                }
            }
            send(to: connection) { json in
                json.event(SubscriptionOperations.synchronized) { $0.field("subscribeType", sync.type.rawValue) }
            }
            tell(sync.news.map { PendingNews(news: $0.news, since: $0.since, expiry: $0.expiry) }, to: connection)
        }
    }
}

private struct NewsKey: Hashable {
    let user: UserID
    let type: SubscriptionType
}

extension [PendingNews] {
    /// Of each publisher and type the last, in the order in which they came.
    fileprivate var latest: [PendingNews] {
        if count < 2 { return self }
        var seen: Set<NewsKey> = []
        seen.reserveCapacity(count)
        var latest = reversed().filter { seen.insert(NewsKey(user: $0.news.user, type: $0.news.type)).inserted }
        latest.reverse()
        return latest
    }
}

extension SubscriptionNews {
    /// What it takes in a message, about.
    var weight: Int {
        switch content {
        case .presence(let attendances): 128 + 64 * attendances.count
        case .profile(let view):
            256 + view.name.utf8.count + view.portrait.utf8.count
                + (view.profile?.ext.reduce(256) { $0 + $1.key.utf8.count + $1.value.utf8.count } ?? 0)
        }
    }
}

extension JSONWriter {
    /// S-Q25.
    mutating func news(_ news: SubscriptionNews, _ since: Int64, _ expiry: Int64) {
        field("userId", news.user.text)
        field("subscribeType", news.type.rawValue)
        field("subscribeTime", since)
        field("expiry", expiry)
        switch news.content {
        case .presence(let attendances):
            array("details") { json in
                for attendance in attendances {
                    json.object { json in
                        json.field("eventValue", attendance.isOnline ? 1 : 0)
                        json.field("changeTime", attendance.changedAt)
                        json.field("platform", attendance.platform.number)
                    }
                }
            }
        case .profile(let view):
            object("userProfile") { $0.hosted(view) }
        }
    }
}
