/// A node of a cluster, as one value without I/O: it takes events and returns actions (docs/decisions/034).
///
/// Each node reads the log, applies it to its store, and tells its clients. One of them leads: it makes the records. The
/// requests of clients go to the leader in numbered streams, and their answers come by the log alone, at the leader too.
package struct ClusterNode: Sendable {
    package enum Role: Equatable, Sendable {
        case follower
        /// Has the lease, and applies what the log has.
        case candidate
        /// Appends the record that opens its epoch.
        case opening(Outgoing)
        case leading(Epoch, Step)
        case halted(String)
    }

    /// The step that a leader is at: one batch at a time.
    package enum Step: Equatable, Sendable {
        case idle
        case executing(Batch)
        case appending(Outgoing)
        case committing(Record, RecordContent)

        /// One that is open, and whose end the store has not been told.
        fileprivate var hasTransaction: Bool {
            switch self {
            case .executing, .appending: true
            case .idle, .committing: false
            }
        }
    }

    /// A record on its way into the log.
    package struct Outgoing: Equatable, Sendable {
        let record: Record
        let content: RecordContent
        /// When it was appended for the first time.
        let since: Moment
        /// When the append is tried again; nil: it is under way.
        var retryAt: Moment?
        /// Why it did not go well the last time.
        var problem: String?
    }

    /// The store could not apply what the node is at.
    struct StoreTrouble {
        /// When it is tried again; nil: that is under way.
        var retryAt: Moment?
    }

    let name: String
    let options: NodeOptions
    let faults: Set<PlantedFault>

    package internal(set) var incarnation: Incarnation
    /// The incarnation that had the node's name before, as far as this process knows.
    var predecessor: Incarnation?
    package internal(set) var role = Role.follower
    var now: Moment
    var actions: [NodeAction] = []
    /// For incarnations and for spreading retries.
    var random: SplitMix64

    // The log and the store.
    package internal(set) var stored: StoredState
    var reader: LogReader
    var clock: ClusterClock
    /// The record that the store is applying.
    var applying: (record: Record, content: RecordContent)?
    var storeTrouble: StoreTrouble?
    var isReading = false
    var nextRead: Moment
    var hasReadFailed = false

    // The lease.
    var renewal: (sent: Moment, renewal: Renewal, confirmed: Position)?
    var nextRenewal: Moment
    var lastRenewal: Int64 = 0
    var standing: Standing?
    /// When the renewal was sent that the standing answers.
    var renewedAt: Moment?
    var lastLeader = LastLeader()
    /// Until when nobody else can have the lease, by this node's clock.
    var leaseUntil: Moment = .min
    /// Until when this node does not want to lead.
    var restsUntil: Moment = .min
    var isGivingAway = false
    /// To whom it is given; nil: to whoever asks next.
    var heir: Incarnation?
    /// The leader ends its turn as soon as its batch is decided.
    var isResigning = false
    /// The last record that this leader has appended, if the others have not been told that it is kept.
    var unannounced: LogPlace?
    var deathWatch = DeathWatch()
    var reachWatch = ReachWatch()
    var isKeepingSnapshot = false
    var nextSnapshot: Moment = .min
    var isTrimming = false

    // Requests.
    var links: Set<Incarnation> = []
    var leader: (incarnation: Incarnation, epoch: Epoch)?
    /// Since when a record of the other node that leads, or that is to, has waited for the log, by its last word; nil: none has
    /// for long.
    var leaderWaitsSince: Moment?
    /// Those over whose links has come that they take requests, and in which epoch. Where commits were lost, two nodes have
    /// led with the same number.
    var ready: [Incarnation: Epoch] = [:]
    var forwarder = Forwarder()
    var intake = Intake()
    /// Until then requests are gathered, but for a batch of as many as one may have; nil: the next one waits for none.
    var nextBatch: Moment?
    var hasJoined = false
    var serial: UInt64 = 0

    /// The host is told how it goes.
    var health: NodeHealth
    var trouble = DatabaseTrouble()

    /// For planted faults alone.
    var lastBatch: Batch?
    var executedBefore: (record: Record, content: RecordContent)?

    /// `seed` must differ with every process. `stored` is what its store has.
    package init(
        name: String, stored: StoredState, options: NodeOptions, seed: UInt64, faults: Set<PlantedFault> = [],
        at moment: Moment
    ) {
        self.name = name
        self.options = options
        self.faults = faults
        self.stored = stored
        now = moment
        nextRead = moment
        nextRenewal = moment
        health = NodeHealth(at: moment)
        random = SplitMix64(seed: seed)
        incarnation = Incarnation(0)
        reader = LogReader(at: stored.place)
        clock = ClusterClock(last: stored.time)
        incarnation = Incarnation(random.next())
        leader = stored.leader.map { ($0, stored.epoch) }
    }

    /// Takes an event; the actions are to be begun in their order.
    package mutating func handle(_ event: NodeEvent, at moment: Moment) -> [NodeAction] {
        now = max(now, moment)
        if isHalted {
            // Never sent, so nothing is in doubt.
            if case .request(let request) = event { return [.refuse(request)] }
            return []
        }
        defer { actions.removeAll() }
        take(event)
        if !isHalted { proceed() }
        // Its reason for having halted is what there is to say.
        if isHalted { return actions }
        if let condition = health.judge(
            isLed: isLed, waitsSince: waitsSince, isElsewhere: isLedElsewhere, hasOtherRules: hasOtherRules,
            applied: stored.place.position,
            known: knownEnd, options, at: now)
        {
            actions.append(.condition(condition))
        }
        if let news = trouble.news(appending: role.outgoing?.problem) { actions.append(.databaseFails(news)) }
        return actions
    }

    private mutating func take(_ event: NodeEvent) {
        switch event {
        case .timer: break
        case .request(let request): takeRequest(request)
        case .linkUp(let other): linkUp(other)
        case .linkDown(let other): linkDown(other)
        case .message(let message, let other): takeMessage(message, from: other)
        case .linksFail(let problem): trouble.linking = problem
        case .appended(let id, let result): appended(id, result)
        case .read(let result): hasRead(result)
        case .renewed(let result): renewed(result)
        case .trimmed: isTrimming = false
        case .snapshotKept:
            isKeepingSnapshot = false
            nextSnapshot = now + options.snapshotPauseMilliseconds
        case .executed(let entries): executed(entries)
        case .committed(let isCommitted): committed(isCommitted)
        case .applied(let problem): applied(problem)
        case .applyFailed(let problem): applyFailed(problem)
        case .ownWork(let bytes): if isLeading { intake.add(own: bytes) }
        case .handOver:
            isGivingAway = true
            nextRenewal = min(nextRenewal, now)
        case .passLead(let heir): passLead(to: heir)
        case .storeIsBroken(let problem): halt(problem)
        }
    }

    /// Begins whatever can be begun by now.
    private mutating func proceed() {
        renewIfDue()
        applyAgain()
        applyNext()
        readIfDue()
        openIfCaughtUp()
        forward()
        executeNext()
        announceIfIdle()
        retryAppend()
        snapshotIfDue()
    }

    // MARK: - For the host

    /// Whether what only the leader does may begin at this moment.
    package func mayBeginWork(at moment: Moment) -> Bool { moment < workUntil }

    /// Until when it may begin.
    var workUntil: Moment {
        guard case .leading = role, !isResigning else { return .min }
        return leaseUntil
    }

    /// How many requests and records it holds; each is bounded.
    package var queueLengths: (requests: Int, intake: Int, records: Int) {
        (forwarder.count, intake.count, reader.queue.count)
    }

    package var isLeading: Bool {
        if case .leading = role { true } else { false }
    }

    private var isHalted: Bool {
        if case .halted = role { true } else { false }
    }

    // MARK: - Small things

    /// Spread, so that nodes do not retry together.
    mutating func soon() -> Moment {
        now + options.retryMilliseconds + Int64(random.next() % UInt64(options.retryMilliseconds))
    }

    /// The node does nothing more. `action`: how its host hears of it.
    mutating func halt(_ reason: String, as action: (String) -> NodeAction = NodeAction.halt) {
        if case .leading(_, let step) = role {
            if step.hasTransaction { actions.append(.rollBack) }
            actions.append(.demoted)
        }
        role = .halted(reason)
        for fact in forwarder.takeFacts() { actions.append(.giveUp(fact)) }
        actions.append(action(reason))
    }
}
