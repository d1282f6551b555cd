import Chat
import Domain
import EventLoop
import Routing
import Settings
import Storage
import Transport

/// Tells the members of groups that are connected to this shard what all members are told, and shows them what a group's
/// messages have done to their unread counts.
final class GroupDelivery {
    private let link: ShardLink
    private let peers: PeerTable
    private let runner: WorkRunner
    private var subscribers = Subscribers<GroupNumber>()
    private var broadcast = UnreadBroadcast()
    private var gathered = GatheredChanges<SharedEvent>()

    init(_ link: ShardLink, _ peers: PeerTable, _ runner: WorkRunner) {
        self.link = link
        self.peers = peers
        self.runner = runner
    }

    // MARK: - Who is told

    func enter(_ group: GroupNumber, _ connection: ConnectionID, of account: AccountNumber) {
        if subscribers.enter(group, connection, of: account) { gathered.enter(connection, in: group) }
    }

    /// A member whose session is open has joined; its connection may have gone in the meantime.
    func enter(_ group: GroupNumber, _ record: SessionRecord) {
        guard let connection = link.shard.connection(record.connection), case .user(let session) = peers[connection]
        else { return }
        enter(group, connection.id, of: session.caller.account)
    }

    func has(_ connection: ConnectionID, in group: GroupNumber) -> Bool { subscribers.contains(group, connection) }

    func leave(_ group: GroupNumber, _ record: SessionRecord) {
        subscribers.leave(group, record.connection)
    }

    func leaveAll(_ connection: ConnectionID) {
        subscribers.leaveAll(connection)
    }

    // MARK: - What they are told

    /// The event is encoded once; each connection has it at its own place in its own order.
    func tell(_ sharedEvent: SharedEvent, in group: GroupNumber, except exceptions: Set<AccountNumber>) {
        if subscribers.isEmpty(group) { return }
        switch sharedEvent.telling {
        case .none: break
        case .atOnce: for waiting in gathered.takeWaiting(in: group) { send(waiting, in: group) }
        case .gathered(let message):
            let waiting = GatheredChanges.Waiting(message: message, event: sharedEvent, except: exceptions)
            let due = gathered.gather(waiting, of: group, most: mostWaiting(in: group))
            if !due.isEmpty { tell(due, in: group) }
            return
        }
        let connections = subscribers.connections(in: group, except: exceptions)
        if !connections.isEmpty { link.send(sharedEvent, to: connections) }
        if sharedEvent.changesUnread, broadcast.note(group) { startBroadcast(group) }
    }

    /// The member's connections are told what waits first, so that each has all changes in their order.
    func tell(_ sharedEvent: SharedEvent, to account: AccountNumber, of group: GroupNumber) {
        let connections = subscribers.connections(in: group, of: account)
        for connection in connections {
            for event in gathered.takeWaiting(in: group, for: connection, of: account) {
                link.send(event, to: [connection])
            }
        }
        if !connections.isEmpty { link.send(sharedEvent, to: connections) }
    }

    /// M-24: the more members were told, the longer the rest.
    private func tell(_ waiting: [GatheredChanges<SharedEvent>.Waiting], in group: GroupNumber) {
        var count = 0
        for waiting in waiting { count += send(waiting, in: group) }
        let end = link.now + max(shortestPause, Milliseconds(count / 10))
        gathered.rest(group, until: end)
        link.wake(at: end)
    }

    /// So that a round takes the shard not much longer than a message does, and fits into each member's outbox.
    private func mostWaiting(in group: GroupNumber) -> Int {
        let byBytes = link.pageBytes / max(link.context.configuration.messages.bodyBytes, 1)
        return max(1, min(mostChanges, byBytes, mostDeliveries / max(subscribers.count(in: group), 1)))
    }

    /// Returns how many connections are told.
    @discardableResult
    private func send(_ waiting: GatheredChanges<SharedEvent>.Waiting, in group: GroupNumber) -> Int {
        var connections = subscribers.connections(in: group, except: waiting.except)
        if !waiting.spared.isEmpty { connections.removeAll { waiting.spared.contains($0) } }
        if !connections.isEmpty { link.send(waiting.event, to: connections) }
        return connections.count
    }

    func timerFired() {
        for (group, waiting) in gathered.wake(at: link.now) { tell(waiting, in: group) }
        if let next = gathered.nextEnd { link.wake(at: next) }
        for group in broadcast.wake(at: link.now) { startBroadcast(group) }
        if let next = broadcast.nextEnd { link.wake(at: next) }
    }

    // MARK: - A round of unread counts

    private func startBroadcast(_ group: GroupNumber) {
        continueBroadcast(group, subscribers.accounts(in: group), from: 0)
    }

    /// Some of the members at a time, so that nobody else waits long for the writer.
    private func continueBroadcast(_ group: GroupNumber, _ accounts: [AccountNumber], from start: Int) {
        guard start < accounts.count else { return finishBroadcast(group, of: accounts.count) }
        let end = min(start + membersPerStep, accounts.count)
        runner.submit(.show(group: group, to: Array(accounts[start..<end]))) { [self] _ in
            // Where the store has failed, its own health report has told why. These members are told with the next message.
            continueBroadcast(group, accounts, from: end)
        }
    }

    /// The more members were told, the longer the rest.
    private func finishBroadcast(_ group: GroupNumber, of count: Int) {
        let end = link.now + max(shortestPause, Milliseconds(count / 10))
        broadcast.rest(group, until: end)
        link.wake(at: end)
    }
}

private let membersPerStep = 256
/// In a round: of messages, and to connections.
private let mostChanges = 32
private let mostDeliveries = 16_384
/// Milliseconds.
private let shortestPause: Milliseconds = 250
