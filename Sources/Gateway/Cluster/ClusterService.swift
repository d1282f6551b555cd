import Chat
import Cluster
import Domain
import EventLoop
import JSON
import Routing
import Security
import Settings
import Storage
import Telemetry
import Transport

/// The gateway at a node of a cluster, on the node's queue: it carries out what the leader is to do, and tells this node's
/// clients what records say.
final class ClusterService: NodeService {
    /// The parts of its gateway that the service needs. All of them may be used from any queue.
    struct Surroundings: Sendable {
        let configuration: Configuration
        /// Of the digests' key that the leader's store has.
        let makeContext: @Sendable (DigestKey) -> RequestContext
        /// All nodes have the same once they have joined.
        let askKey: SharedDigestKey
        let limits: RequestLimits
        let node: Node<ShardGateway>
        let directory: Directory
        let operations: OperationTable
        let followups: Followups
        let readiness: Readiness
        let log: Log
        let metrics: Metrics
        let chatOptions: ChatOptions
        let tracing: Tracing
        /// Nil: no node is served, but a gateway that runs alone.
        let rooms: RoomLinks?
        /// So many entries of the audit log are in no record.
        let loseAudit: @Sendable (Int, StoreError) -> Void
        let makeCommitter: @Sendable (ChatState, LocalDelivery) -> Committer
        /// Ends the process, which would not serve after another start either.
        let giveUp: @Sendable (_ reason: String) -> Void
    }

    /// The cluster's time, which rules go by.
    final class Time {
        var now: Stamp = 0
    }

    let surroundings: Surroundings
    let seats: SeatBook
    let time = Time()
    let jobs: LeaderJobs
    let awaited: AwaitedReplies
    let positions: AppliedPosition
    let delivery: LocalDelivery
    /// Of clients who are better off at other nodes.
    let departure: PacedDeparture
    var isForsaken = false
    var incarnation: Incarnation?
    /// While the node leads, from its first batch on.
    var committer: Committer?
    private var requests: RequestContext?
    /// The place of the batch that is under way.
    var batch: Position?
    private var marksImplied = false
    /// Work for the moment when the batch is durable.
    var afterwards: [@Sendable () -> Void] = []
    /// Pieces of the leader's own work in the batch.
    var ownWork: [[UInt8]] = []
    var hasJoined = false
    /// The problems of the node in `/readyz`, without the database's reason, which is added when they are shown.
    var shown: [Readiness.Problem: String] = [.cluster: ClusterService.notFound]
    /// Why the database is of no use; nil: it is.
    var databaseProblem: String?
    /// It does nothing more, or waits for another store.
    private var hasStopped = false
    /// The last stamp that a record has told of.
    private var noted: Stamp?
    /// The parts of newer records that this version does not understand, in words: each is logged once.
    var unknown: Set<String> = []
    /// The stamp up to which clients have been told everything.
    var told: Stamp = 0
    private var json = JSONWriter()

    init(
        _ surroundings: Surroundings, _ jobs: LeaderJobs, _ awaited: AwaitedReplies, _ seats: SeatBook,
        _ callerChanges: CallerChanges, _ positions: AppliedPosition
    ) {
        self.surroundings = surroundings
        self.jobs = jobs
        self.awaited = awaited
        self.seats = seats
        self.positions = positions
        delivery = LocalDelivery(to: surroundings.node, surroundings.directory, callerChanges)
        departure = PacedDeparture(
            surroundings.node, surroundings.metrics, perSecond: surroundings.configuration.drain.closesPerSecond)
    }

    // MARK: - At the leader

    func carryOut(
        _ work: Cluster.Work, in batch: Batch, _ transaction: any Transaction
    ) throws(StoreError) -> RecordEntry {
        setTime(batch.time)
        self.batch = batch.position
        marksImplied = batch.marksImplied
        let committer = try leadingCommitter(transaction)
        var entry = RecordEntry()
        switch work {
        case .own(let name):
            if let job = jobs.job(named: name) {
                ownWork.append(name)
                try job.work(committer, transaction)
            }
        case .end(let incarnation, let lastSeen):
            try freeSeats(of: incarnation, lastSeen: lastSeen ?? batch.time, committer, transaction, &entry)
        case .request(let incarnation, let forwarded):
            if forwarded.request.kind != .join {
                try carryOut(forwarded.request, of: incarnation, committer, transaction, &entry)
            }
        }
        try take(committer, transaction, into: &entry)
        return entry
    }

    private func carryOut(
        _ forwarded: SessionRequest, of incarnation: Incarnation, _ committer: Committer,
        _ transaction: any Transaction, _ entry: inout RecordEntry
    ) throws(StoreError) {
        guard let requests else { preconditionFailure("a leader has a context for requests") }
        let submission: Submission
        do throws(RecordError) {
            submission = try .made(of: forwarded.content)
        } catch {
            throw StoreError(.broken, "a node has sent what this one cannot read: \(error)")
        }
        let execution = RequestExecution(
            committer, self, requests, transaction, SessionKey(incarnation, forwarded.session))
        try execution.carryOut(submission, &entry)
    }

    /// Puts the replies and effects of a piece into the entry of its record.
    private func take(
        _ committer: Committer, _ transaction: any Transaction, into entry: inout RecordEntry
    ) throws(StoreError) {
        let (effects, work) = committer.takePending()
        afterwards += work
        for effect in effects {
            switch effect {
            case .reply(let reply): entry.reply = NodeReply.reply(reply.content).bytes(at: reply.address)
            case .identified(let address, let account): entry.reply = NodeReply.identified(account).bytes(at: address)
            case .isNew(let address): entry.reply = NodeReply.isNew.bytes(at: address)
            case .chat(let effect, _):
                try endSeats(by: effect, committer, transaction, &entry)
                let recorded = RecordedEffect(effect, marksImplied: marksImplied, &json)
                entry.events.append(RecordEvent(audience: recorded.values, body: recorded.body))
            case .login, .unseated: preconditionFailure("a record has seats in their place")
            }
        }
        let stamp = committer.chat.work.latestStamp
        // A login's reply says what it was told, so its record has to.
        if stamp != noted || !entry.seats.isEmpty {
            noted = stamp
            entry.events.append(RecordEvent(stamp: stamp))
        }
    }

    /// the sessions that it ends are in no list of any node from this record on.
    private func endSeats(
        by effect: ChatEffect, _ committer: Committer, _ transaction: any Transaction, _ entry: inout RecordEntry
    ) throws(StoreError) {
        guard let (user, selection, loss) = SeatLoss.ofSessions(endedBy: effect) else { return }
        let account: AccountNumber?
        do throws(CommandError) {
            account = try committer.chat.accounts.number(of: user)
        } catch {
            throw error.storeError
        }
        guard let account else { return }
        let (table, debouncer) = (SeatTable(transaction), surroundings.followups.presence)
        for seat in try table.seats(of: account) where selection.contains(.ofCluster(seat)) {
            try table.free(seat.key)
            seats.leave(seat.key)
            entry.seats.append(.ended(seat.key, reason: loss.bytes))
            let departure = Departure(seat.account, seat.user, seat.platform, at: time.now.time)
            afterwards.append { debouncer.note(departure) }
        }
    }

    private func leadingCommitter(_ transaction: any Transaction) throws(StoreError) -> Committer {
        if let committer { return committer }
        try Schema.shareSecrets(in: transaction)
        let chat = try ChatState(surroundings.chatOptions, store: transaction) { [time] in time.now }
        try chat.beginLeading()
        let made = surroundings.makeCommitter(chat, delivery)
        committer = made
        requests = surroundings.makeContext(chat.work.digestKey)
        noted = nil
        return made
    }

    /// The node is gone, and with it all who were there: with each record some of them.
    private func freeSeats(
        of incarnation: Incarnation, lastSeen: Int64, _ committer: Committer, _ transaction: any Transaction,
        _ entry: inout RecordEntry
    ) throws(StoreError) {
        let table = SeatTable(transaction)
        let debouncer = surroundings.followups.presence
        let lost = try table.seats(of: incarnation, limit: seatsPerRecord)
        entry.isUnfinished = lost.count == seatsPerRecord
        for seat in lost {
            try table.free(seat.key)
            seats.leave(seat.key)
            entry.seats.append(.ended(seat.key, reason: []))
        }
        for seat in lost {
            try noteLoss(of: seat, lastSeen: lastSeen, committer, transaction)
            let departure = Departure(seat.account, seat.user, seat.platform, at: time.now.time)
            committer.afterwards { debouncer.note(departure) }
        }
    }

    /// T-Q35: messages that the session was sent and may not have heard are pushed, if its user does not come back
    /// soon. When its node was seen last, the session's client cannot have been silent for longer than a node bears.
    private func noteLoss(
        of seat: Seat, lastSeen: Int64, _ committer: Committer, _ transaction: any Transaction
    ) throws(StoreError) {
        let configuration = surroundings.configuration
        guard configuration.losesMessages(on: seat.platform) else { return }
        let heard = stamp(at: lastSeen - Int64(configuration.longestSilence))
        try committer.work(transaction) { chat throws(CommandError) in
            try chat.pushes.sessionEnded(
                .at(heard), of: seat.account, grace: Milliseconds(configuration.subscriptions.reconnectMilliseconds))
        }
    }

    func failed(_ work: Cluster.Work, _ error: StoreError) -> RecordEntry {
        // Its memory may come from the piece that has failed, so the next piece gets a new one.
        committer = nil
        var entry = RecordEntry()
        switch work {
        case .own(let name):
            ownWork.removeAll { $0 == name }
            jobs.remove(named: name)?.failed(error)
        case .end: surroundings.log.error("seats of a node that is gone stay taken", ["reason": "\(error)"])
        case .request(_, let forwarded):
            if error.kind != .corrupt { surroundings.log.error("store", ["reason": "\(error)"]) }
            if let address = address(of: forwarded.request) {
                entry.reply = NodeReply.reply(.fault(error.refusal)).bytes(at: address)
            }
        }
        return entry
    }

    func rolledBack() {
        committer?.rolledBack()
        committer = nil
        forgetBatch()
    }

    func forgetBatch() {
        batch = nil
        seats.settle()
        afterwards = []
        ownWork = []
    }

    func setTime(_ milliseconds: Int64) { time.now = stamp(at: milliseconds) }

    private func stamp(at milliseconds: Int64) -> Stamp {
        let offset = Int64(surroundings.configuration.data.clockOffsetSeconds) * 1_000
        return Stamp(milliseconds: Milliseconds(milliseconds + offset))
    }

    // MARK: - At every node

    func perform(_ action: NodeAction, _ reading: any Transaction) {
        switch action {
        case .tell(let content, let place): tell(content, at: place, reading)
        case .conclude: finishBatch()
        case .storeFails(let problem): show(storeProblem: problem)
        case .databaseFails(let problem): show(databaseProblem: problem)
        case .condition(let condition): show(condition)
        case .began(let next): begin(next, reading)
        case .promoted:
            jobs.begin()
            committer = nil
            DepartureReminder(jobs, seats, surroundings.followups.presence, surroundings.log).begin()
            surroundings.log.info("this node leads")
        case .demoted:
            committer = nil
            forgetBatch()
            jobs.end()
            surroundings.log.info("this node does not lead any more")
        case .refuse(let request):
            let error = StoreError(hasStopped ? .stopped : .away, "the cluster is away")
            answer(request) { $0.fail($1, error) }
        case .giveUp(let request): answer(request) { $0.giveUp($1) }
        case .rebuild(let reason):
            surroundings.log.warning("the store is rebuilt", ["reason": reason])
            stop("the store is rebuilt: \(reason)")
        case .halt(let reason):
            surroundings.log.error("the node does nothing more", ["reason": reason])
            stop(reason)
        case .logEnded(let reason):
            surroundings.log.error("the node ends for good", ["reason": reason])
            stop(reason)
            surroundings.giveUp(reason)
        case .append, .read, .renew, .trim, .execute, .commit, .rollBack, .apply, .keepSnapshot, .send:
            preconditionFailure("\(action) is the host's")
        }
    }

    func note(_ problem: String) { surroundings.log.warning("cluster", ["problem": problem]) }

    /// Requests are refused from now on.
    private func stop(_ reason: String) {
        databaseProblem = nil
        raise(.cluster, reason)
        hasJoined = false
        hasStopped = true
        loseSessions()
    }

    private func begin(_ next: Incarnation, _ reading: any Transaction) {
        if incarnation != nil {
            surroundings.log.warning(
                hasStopped
                    ? "the node begins with another store"
                    : "the other nodes have taken this one as gone: its sessions are over")
            loseSessions()
        }
        hasStopped = false
        incarnation = next
        surroundings.rooms?.begin(next)
        surroundings.node.mailboxes[0].post { $0.streamedMessages.begin(next) }
        readSeats(reading)
    }

    /// As the store has them.
    func readSeats(_ reading: any Transaction) {
        do throws(StoreError) {
            seats.begin(with: try SeatTable(reading).all())
        } catch {
            seats.begin(with: [])
            surroundings.log.error("seats cannot be read", ["reason": "\(error)"])
        }
    }

    /// Ends all sessions of this node. Their open requests may have been carried out, or not.
    func loseSessions() {
        for address in awaited.takeAll() {
            surroundings.node.mailboxes[Int(address.ticket.shard)].post { $0.giveUp(address) }
        }
        for mailbox in surroundings.node.mailboxes { mailbox.post { $0.loseSessions() } }
    }

    private func answer(
        _ request: SessionRequest, _ body: @escaping @Sendable (ShardGateway, ReplyAddress) -> Void
    ) {
        guard let address = address(of: request) else { return noteLost(request) }
        guard awaited.take(address) != nil else { return }
        surroundings.node.mailboxes[Int(address.ticket.shard)].post { body($0, address) }
    }

    /// The cluster will not hear of what has happened at this node, or only by accident.
    private func noteLost(_ request: SessionRequest) {
        if case .fact(.audited(let entries)) = try? Submission.made(of: request.content).request {
            surroundings.loseAudit(
                entries.count, StoreError(.closed, "the node has ended before a record had them"))
        } else if !hasStopped {
            surroundings.log.warning("the cluster does not hear what has happened at this node")
        }
    }

    /// Nil: nobody awaits a reply.
    private func address(of request: SessionRequest) -> ReplyAddress? {
        do throws(RecordError) {
            return try Submission.made(of: request.content).address
        } catch {
            surroundings.log.error("a request cannot be read", ["reason": "\(error)"])
            return nil
        }
    }
}

/// Of a node that is gone. Each costs some statements, and the requests of others wait meanwhile.
private let seatsPerRecord = 200
