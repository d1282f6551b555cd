import ClientProtocol
import Domain
import JSON
import Ledger
import ServerAPI
import Settings
import Transport

/// One shard's share of the followers.
struct Recipient: Sendable {
    let connection: ConnectionID
    let since: Int64
    let expiry: Int64

    init(_ follower: Follower, _ connection: ConnectionID) {
        self.connection = connection
        since = follower.since
        expiry = follower.expiry
    }
}

extension Desk {
    func gather(_ news: SubscriptionNews, for recipients: [Recipient]) {
        let place = newsRound.add(news)
        // The clerk knows of an end later than the shard, and the slot may have a new owner by now.
        for recipient in recipients where shard.has(recipient.connection) {
            let note = newsRound.note(place, since: recipient.since, expiry: recipient.expiry)
            newsNotes.put(note, for: recipient.connection)
        }
        if newsDue == nil {
            newsDue = now + Int64(premises.configuration.subscriptions.batchMilliseconds)
            armTimer()
        }
    }

    func tellNews() {
        guard let due = newsDue, due <= now else { return }
        newsDue = nil
        for id in newsNotes.ids {
            guard let connection = shard.connection(id), case .user = occupant(of: connection) else { continue }
            tell(newsRound.latest(of: newsNotes.notes(for: id)), of: newsRound, to: connection)
        }
        newsNotes.removeAll()
        newsRound.removeAll()
        told.advance(to: committed, at: now)
    }

    /// In messages of a bounded size.
    private func tell(_ notes: [NewsRound.Note], of round: NewsRound, to connection: Connection) {
        var rest = notes[...]
        while !rest.isEmpty {
            var bytes = pageBytes
            send(to: connection) { json in
                json.event(SubscriptionOperations.changed) { json in
                    json.array("events") { json in
                        while bytes > 0, let note = rest.popFirst() {
                            round.write(note, to: &json)
                            bytes -= round.weight(of: note)
                        }
                    }
                }
            }
        }
    }

    /// S-Q29: for each type in turn.
    func tellSubscriptions(_ login: Login, to connection: Connection) {
        for sync in login.subscriptions {
            for change in sync.changes {
                send(to: connection) { json in
                    json.event(SubscriptionOperations.changedElsewhere) { $0.subscriptionChanges(change) }
                }
            }
            send(to: connection) { json in
                json.event(SubscriptionOperations.synchronized) { $0.field("subscribeType", sync.type.rawValue) }
            }
            var round = NewsRound()
            let notes = sync.news.map { view in
                let place = round.add(view.news)
                return round.note(place, since: view.since, expiry: view.expiry)
            }
            tell(notes, of: round, to: connection)
        }
    }
}

extension JSONWriter {
    /// S-Q25.
    mutating func news(_ news: SubscriptionNews, _ since: Int64, _ expiry: Int64) {
        subject(of: news)
        field("subscribeTime", since)
        field("expiry", expiry)
        content(of: news)
    }

    mutating func subject(of news: SubscriptionNews) {
        field("userId", news.user.text)
        field("subscribeType", news.type.rawValue)
    }

    mutating func content(of news: SubscriptionNews) {
        switch news.content {
        case .presence(let attendances):
            details(attendances)
        case .profile(let view):
            object("userProfile") { $0.hosted(view) }
        }
    }

    mutating func details(_ attendances: [Attendance]) {
        array("details") { json in
            for attendance in attendances {
                json.object { json in
                    json.field("eventValue", attendance.isOnline ? 1 : 0)
                    json.field("changeTime", attendance.changedAt)
                    json.field("platform", attendance.platform.number)
                }
            }
        }
    }
}
