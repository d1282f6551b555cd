import Chat
import ClientProtocol
import Domain
import JSON
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

extension ShardGateway {
    func gather(_ event: SubscriptionEvent, for recipients: [Recipient]) {
        let place = presenceBatch.add(event)
        // The committer knows of an end later than the shard, and the slot may have a new owner by now.
        for recipient in recipients where shard.has(recipient.connection) {
            let note = presenceBatch.note(place, since: recipient.since, expiry: recipient.expiry)
            batchRecipients.put(note, for: recipient.connection)
        }
        if batchDue == nil {
            batchDue = now + Int64(context.configuration.subscriptions.batchMilliseconds)
            armTimer()
        }
    }

    func sendBatch() {
        guard let due = batchDue, due <= now else { return }
        batchDue = nil
        for id in batchRecipients.ids {
            guard let connection = shard.connection(id), case .user = peer(of: connection) else { continue }
            tell(presenceBatch.latest(of: batchRecipients.notes(for: id)), of: presenceBatch, to: connection)
        }
        batchRecipients.removeAll()
        presenceBatch.removeAll()
        told.advance(to: committed, at: now)
    }

    /// In messages of a bounded size.
    private func tell(_ notes: [PresenceBatch.Note], of batch: PresenceBatch, to connection: Connection) {
        var rest = notes[...]
        while !rest.isEmpty {
            var bytes = pageBytes
            send(to: connection) { json in
                json.event(SubscriptionOperations.changed) { json in
                    json.array("events") { json in
                        while bytes > 0, let note = rest.popFirst() {
                            batch.write(note, to: &json)
                            bytes -= batch.weight(of: note)
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
            var batch = PresenceBatch()
            let notes = sync.events.map { view in
                let place = batch.add(view.event)
                return batch.note(place, since: view.since, expiry: view.expiry)
            }
            tell(notes, of: batch, to: connection)
        }
    }
}

extension JSONWriter {
    /// S-Q25.
    mutating func subscriptionEvent(_ event: SubscriptionEvent, _ since: Int64, _ expiry: Int64) {
        subject(of: event)
        field("subscribeTime", since)
        field("expiry", expiry)
        content(of: event)
    }

    mutating func subject(of event: SubscriptionEvent) {
        field("userId", event.user.text)
        field("subscribeType", event.type.rawValue)
    }

    mutating func content(of event: SubscriptionEvent) {
        switch event.content {
        case .presence(let presences):
            details(presences)
        case .profile(let view):
            object("userProfile") { $0.hosted(view) }
        }
    }

    mutating func details(_ presences: [PlatformPresence]) {
        array("details") { json in
            for presence in presences {
                json.object { json in
                    json.field("eventValue", presence.isOnline ? 1 : 0)
                    json.field("changeTime", presence.changedAt)
                    json.field("platform", presence.platform.number)
                }
            }
        }
    }
}
