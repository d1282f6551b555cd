import Chat
import ClientProtocol
import Domain
import EventLoop
import Framing
import Locking
import Meters
import Routing
import Security
import ServerAPI
import Settings
import Storage
import Telemetry
import Transport

/// The objects that the gateways of all shards share. None changes but those that guard themselves. A class, so that it costs
/// little to hand on.
final class GatewayContext: Sendable {
    let configuration: Configuration
    let node: Node<ShardGateway>
    let store: Store<Committer>
    let chatOptions: ChatOptions
    /// Where all that clients want of the state goes.
    let state: any StateSink
    /// Nil: the gateway runs alone.
    let cluster: ClusterMember?
    let searches: Searches
    /// Nil: there are none.
    let media: MediaServices?
    let directory: Directory
    let callerChanges = CallerChanges()
    let followups: Followups
    let tracing: Tracing
    let issuerKeys: IssuerKeys
    /// Nil: certificates come from files alone.
    let certificates: CertificateRenewal?
    let hooks: Hooks?
    let log: Log
    let metrics: Metrics
    let metricsPage: MetricsPage
    let readiness: Readiness
    let operations: OperationTable
    let upgrades: WebSocketUpgradePolicy
    let foreignPages: ForeignPages
    let operatorHosts: OperatorHosts
    let control: ProcessControl
    let limits: RequestLimits
    let requests: RequestContext
    let console: ConsoleSessions
    let audit: AuditRecorder
    let broadcasts: BroadcastProgress
    let rooms: RoomRecords
    /// Nil: the gateway runs alone.
    let roomLinks: RoomLinks?

    init(
        _ configuration: Configuration, node: Node<ShardGateway>, log: Log, metrics: Metrics,
        operations: OperationTable,
        certificates: CertificateRenewal?
    ) throws(StartError) {
        self.configuration = configuration
        self.node = node
        self.log = log
        self.metrics = metrics
        self.certificates = certificates
        metricsPage = MetricsPage(shards: metrics.shards.count)
        self.operations = operations
        let control = ProcessControl(log, level: configuration.log.level)
        let directory = Directory(configuration.loginPolicy)
        let readiness = Readiness()
        self.directory = directory
        self.readiness = readiness
        issuerKeys = IssuerKeys(configuration.auth, readiness, metrics.process, log)
        let tracing = try StartError.configured(Tracing(configuration, metrics.process, log))
        self.tracing = tracing
        hooks = try StartError.configured(Hooks(configuration, operations, metrics.process, readiness, log))
        let seats = SeatBook()
        let present: PresentSessions =
            configuration.cluster.node == nil ? .ofGateway(directory) : .ofCluster(seats)
        var chatOptions = configuration.chatOptions(present)
        chatOptions.countSessions =
            switch present {
            case .ofGateway: { [shards = metrics.shards] in shards.reduce(0) { $0 + Int($1.sessionsOpen.value) } }
            case .ofCluster: { seats.count }
            }
        self.chatOptions = chatOptions
        let followups = try Followups(
            configuration, chatOptions, node, metrics.process, readiness, log, tracing.links)
        self.followups = followups
        let limits = RequestLimits(configuration)
        self.limits = limits
        var options = configuration.storeOptions
        options.onBatch = { operations, nanoseconds in
            metrics.process.storeOperations.add(operations)
            metrics.process.storeBatches.observe(nanoseconds: nanoseconds)
        }
        options.onDamage = { error in
            metrics.process.storeDamagedRows.add()
            log.error("a row of the store is damaged", ["reason": error.description])
        }
        let (onDamage, callerChanges) = (options.onDamage, callerChanges)
        let data = try StartError.opened(DataDirectory(configuration.data.directory))
        let makeCommitter: @Sendable (ChatState, LocalDelivery) -> Committer = { chat, delivery in
            Committer(
                chat, delivery: delivery, directory: directory, hasSeats: configuration.cluster.node != nil,
                followups, userRate: limits.ofUser, onDamage: onDamage
            ) { notice in
                switch notice {
                case .callEnded(let outcome): metrics.process.callsEnded[outcome].add()
                case .refused(let refused):
                    metrics.process.scheduledMessagesRefused.add()
                    log.warning(
                        "a scheduled message was not sent",
                        [
                            "scheduleID": "\(refused.message.id)", "error": "\(refused.refusal.code)",
                            "reason": refused.refusal.message,
                        ])
                }
            }
        }
        console = ConsoleSessions(configuration)
        let audit = AuditRecorder(configuration, log, unrecorded: metrics.process.auditUnrecorded)
        self.audit = audit
        let keys = KeysInForce(issuerKeys)
        let clusterControl = ClusterControl()
        let broadcasts = BroadcastProgress(shards: metrics.shards.count)
        self.broadcasts = broadcasts
        let rooms = RoomRecords()
        self.rooms = rooms
        let roomLinks =
            configuration.cluster.node == nil ? nil : RoomLinks(configuration, node, rooms, metrics, log)
        self.roomLinks = roomLinks
        let askKey = SharedDigestKey(DigestKey(Random.bytes(DigestKey.size)))
        let media = try StartError.configured(MediaServices.make(configuration, askKey, metrics.process, log))
        self.media = media
        let makeRequests: @Sendable (DigestKey) -> RequestContext = { digestKey in
            askKey.use(digestKey)
            return RequestContext(
                configuration, present, control, clusterControl, broadcasts, rooms, digestKey: digestKey,
                askKey: askKey, pushes: followups.pushes, keys: keys, media: media)
        }
        let surroundings = ClusterService.Surroundings(
            configuration: configuration, makeContext: makeRequests, askKey: askKey, limits: limits, node: node,
            directory: directory, operations: operations, followups: followups, readiness: readiness, log: log,
            metrics: metrics, chatOptions: chatOptions,
            tracing: tracing, rooms: roomLinks, loseAudit: audit.lose, makeCommitter: makeCommitter,
            giveUp: control.giveUp)
        if let (member, digestKey) = try StartError.opened(
            ClusterMember.start(in: data, seats, callerChanges, metrics.cluster, surroundings))
        {
            cluster = member
            clusterControl.begin(member)
            requests = makeRequests(digestKey)
            store = try StartError.opened(Store(data, options: options, writtenBy: member))
            state = ClusterSink(member, surroundings, store)
            roomLinks?.start(RoomMoves(member, store, rooms, log), member.send)
        } else {
            cluster = nil
            (store, requests) = try Self.openAlone(data, surroundings, options, callerChanges)
            state = WriterSink(store, node, followups.presence, audit, log)
        }
        searches = try StartError.opened(
            Searches(configuration, data, metrics.process, log, onDamage: options.onDamage))
        // Pages of foreign origins are turned away behind the upgrade: `ForeignPages`.
        upgrades = WebSocketUpgradePolicy(origins: .any, subprotocols: [HTTPPages.subprotocol])
        foreignPages = ForeignPages(configuration, log)
        operatorHosts = OperatorHosts(configuration)
        self.control = control
    }

    private static func openAlone(
        _ data: DataDirectory, _ surroundings: ClusterService.Surroundings, _ options: StoreOptions,
        _ callerChanges: CallerChanges
    ) throws(StartError) -> (Store<Committer>, RequestContext) {
        let configuration = surroundings.configuration
        let digestKey = Lock<DigestKey?>(nil)
        let (readiness, log) = (surroundings.readiness, surroundings.log)
        let store = try StartError.opened(
            Store(
                data, migrations: Schema.migrations, options: options, onHealth: { note($0, readiness, log) }
            ) { (transaction: any Transaction) throws(StoreError) -> Committer in
                if try transaction.isReplicated {
                    throw StoreError(
                        .broken,
                        "it belongs to a cluster; set cluster.node, or take it out with `martlet cluster leave`")
                }
                let chat = try ChatState(surroundings.chatOptions, store: transaction) { configuration.now }
                try chat.beginRun(
                    patience: configuration.longestSilence, grace: configuration.subscriptions.reconnectMilliseconds)
                digestKey.withLock { $0 = chat.work.digestKey }
                return surroundings.makeCommitter(
                    chat, LocalDelivery(to: surroundings.node, surroundings.directory, callerChanges))
            })
        guard let digestKey = digestKey.withLock({ $0 }) else { preconditionFailure("the store has no committer") }
        return (store, surroundings.makeContext(digestKey))
    }

    // MARK: - Who is there

    func emitDepartures(dueBy now: Int64) {
        for departure in followups.presence.take(dueBy: now) {
            store.write { committer, transaction throws(StoreError) in
                try committer.depart(departure, transaction)
            } failed: { [self] error in
                notStored(departure, error)
            }
        }
    }

    /// Where the user is will be looked at again.
    private func notStored(_ departure: Departure, _ error: StoreError) {
        // Another node leads by now, and has reminded itself.
        if !store.isWritten { return }
        log.warning("presence not stored", ["user": departure.user.text, "reason": "\(error)"])
        followups.presence.noteAgain(departure)
    }

    // MARK: - The end

    /// All sessions have ended, and what they heard is noted.
    func endRun() {
        if !configuration.hasPushes || cluster != nil { return }
        store.write { committer, transaction throws(StoreError) in
            try committer.work(transaction) { chat throws(CommandError) in try chat.pushes.endRun() }
        } failed: { [log] error in
            log.warning("the next start will treat this end as a crash", ["reason": "\(error)"])
        }
    }

    /// The store has fallen ill, or recovered.
    private static func note(_ error: StoreError?, _ readiness: Readiness, _ log: Log) {
        if let error {
            readiness.raise(.store, error.description)
            log.error("the store cannot be written to", ["reason": error.description])
        } else {
            readiness.clear(.store)
            log.info("the store can be written to again")
        }
    }
}
