import Chat
import ClientProtocol
import Domain
import JSON
import ServerAPI
import Settings
import Transport

/// A follower's connection to this shard, with what its subscription says.
struct Recipient: Sendable {
    let connection: ConnectionID
    let since: Milliseconds
    let expiry: Seconds

    init(_ follower: Follower, _ connection: ConnectionID) {
        self.connection = connection
        since = follower.since
        expiry = follower.expiry
    }
}

/// Tells sessions what their users follow, gathered for a while (S-Q28), and knows up to where the shard's clients have been
/// told of everything.
final class SubscriptionDelivery {
    private let link: ShardLink
    private let peers: PeerTable
    /// The gathered events, their receivers, and the time for telling them.
    private var batch = PresenceBatch()
    private var recipients = BatchRecipients()
    private var due: Milliseconds?
    /// The stamp up to which the store has committed, and all effects for this shard have come.
    private var committed: Stamp = 0
    /// The stamp up to which all sessions have been told; behind `committed` while a batch is gathered.
    private var told: Told
    /// The same of everything but what is gathered.
    private var handedOn: Told

    init(_ link: ShardLink, _ peers: PeerTable) {
        self.link = link
        self.peers = peers
        let configuration = link.context.configuration
        let memory = Milliseconds(
            configuration.heartbeat.timeoutMilliseconds + configuration.websocket.closeTimeoutMilliseconds)
        (told, handedOn) = (Told(memory: memory), Told(memory: memory))
    }

    // MARK: - Up to where

    /// Everything that commits up to that stamp have led to has been handed on.
    func noteCommitted(upTo stamp: Stamp) {
        committed = stamp
        handedOn.advance(to: stamp, at: link.now)
        if due == nil { told.advance(to: stamp, at: link.now) }
    }

    /// The stamp up to which the connection has been told of everything.
    func told(to connection: Connection) -> Stamp {
        recipients.hasAny(for: connection.id) ? told.latest : committed
    }

    /// The stamp up to which all clients had been told before that moment; nil: that is no longer known.
    func told(before moment: Milliseconds) -> Stamp? {
        told.stamp(before: moment)
    }

    /// The same of messages and all else that is not gathered.
    func handedOn(before moment: Milliseconds) -> Stamp? { handedOn.stamp(before: moment) }

    // MARK: - The batch

    func gather(_ event: SubscriptionEvent, for followers: [Recipient]) {
        let place = batch.add(event)
        // The committer knows of an end later than the shard, and the slot may have a new owner by now.
        for recipient in followers where link.shard.has(recipient.connection) {
            let note = batch.note(place, since: recipient.since, expiry: recipient.expiry)
            recipients.put(note, for: recipient.connection)
        }
        if due == nil {
            let end = link.now + Milliseconds(link.context.configuration.subscriptions.batchMilliseconds)
            due = end
            link.wake(at: end)
        }
    }

    func timerFired() {
        guard let due else { return }
        if due <= link.now { sendBatch() } else { link.wake(at: due) }
    }

    private func sendBatch() {
        due = nil
        for id in recipients.ids {
            guard let connection = link.shard.connection(id), case .user = peers[connection] else { continue }
            tell(batch.latest(of: recipients.notes(for: id)), of: batch, to: connection)
        }
        recipients.removeAll()
        batch.removeAll()
        told.advance(to: committed, at: link.now)
    }

    /// In messages of a bounded size.
    private func tell(_ notes: [PresenceBatch.Note], of batch: PresenceBatch, to connection: Connection) {
        var rest = notes[...]
        while !rest.isEmpty {
            var bytes = link.pageBytes
            link.send(to: connection) { json in
                SubscriptionEventChanged.write(to: &json) { json in
                    while bytes > 0, let note = rest.popFirst() {
                        batch.write(note, to: &json)
                        bytes -= batch.weight(of: note)
                    }
                }
            }
        }
    }

    // MARK: - At a login

    /// Tells the login's device the events of its user's subscriptions that it has missed, for each type in turn (S-Q29).
    func tellMissed(_ login: Login, to connection: Connection) {
        for sync in login.subscriptions {
            for change in sync.changes {
                link.send(to: connection) { $0.event(change) }
            }
            link.send(to: connection) { $0.event(SubscriptionSyncCompleted(sync.type)) }
            var batch = PresenceBatch()
            let notes = sync.events.map { view in
                let place = batch.add(view.event)
                return batch.note(place, since: view.since, expiry: view.expiry)
            }
            tell(notes, of: batch, to: connection)
        }
    }
}
