import ClientProtocol
import Dispatch
import Domain
import EventLoop
import Framing
import Locking
import Meters
import Security
import Settings
import Storage
import Telemetry
import Transport

/// The running gateway: its shards, and what its operator can ask of it.
package final class RunningGateway: Sendable {
    /// Where the WebSocket endpoint is.
    package static let path = HTTPPages.webSocketPath

    let configuration: Configuration
    let node: Node<ShardGateway>
    let gatewayContext: GatewayContext
    private let housekeeper: Housekeeper
    let log: Log
    let tls: Lock<TLSContext?>
    /// Nil: certificates come from files alone.
    let certificates: CertificateRenewal?
    /// Those of the start.
    private let credentials: Credentials

    /// Begins a drain where `drain` is called, and returns at once.
    private let askForDrain: @Sendable () -> Void

    package init(
        _ configuration: Configuration, log: Log, askForDrain: @escaping @Sendable () -> Void
    ) throws(StartError) {
        self.configuration = configuration
        self.log = log
        self.askForDrain = askForDrain
        // Before the store: what is wrong with keys and certificates is told without touching it.
        credentials = try StartError.configured(Credentials(configuration.auth))
        let certificates = configuration.makeCertificateRenewal()
        self.certificates = certificates
        tls = Lock(try StartError.certified(configuration.makeTLSContext(certificates, predecessor: nil)))
        _ = try StartError.configured(configuration.tls.acme?.externalAccount())
        try StartError.configured(MediaServices.check(configuration))
        let operations = OperationTable.standard
        let shards = configuration.shards.count > 0 ? configuration.shards.count : Processors.count
        Allocator.limitArenas(to: shards + besideShards)
        let metrics = Metrics(
            shards: shards,
            operations: configuration.metrics.perOperation ? operations.operations.map(\.name) : [],
            closeCodes: CloseCode.published.map(\.rawValue), isNode: configuration.cluster.node != nil, log: log)
        node = try StartError.started(
            Node(
                options: configuration.transportOptions, outboxBytes: configuration.outbox.bytesPerNode,
                metrics: metrics.shards))
        gatewayContext = try GatewayContext(
            configuration, node: node, log: log, metrics: metrics, operations: operations, certificates: certificates)
        housekeeper = Housekeeper(gatewayContext)
        gatewayContext.requests.keys.use(credentials)
        gatewayContext.requests.keys.use(tls.withLock { $0 })
        try gatewayContext.followups.start(
            gatewayContext.store, gatewayContext.searches, gatewayContext.media)
        try StartError.started(gatewayContext.hooks?.start())
        try StartError.started(gatewayContext.tracing.start())
        gatewayContext.metricsPage.start(gatewayContext)
    }

    /// Listens and serves. Returns the clients' address, as a URL scheme and a socket address.
    package func start() throws(StartError) -> (scheme: String, ListeningAddress) {
        let credentials = credentials
        let context = tls.withLock { $0 }
        let gatewayContext = gatewayContext
        gatewayContext.control.begin(reload: { [unowned self] in reloadAll() }, drain: askForDrain)
        let clients = try StartError.started(bind(configuration.clientEndpoint(context)))
        var bindings = [clients]
        let adminEndpoint = configuration.adminEndpoint(context)
        if let adminEndpoint { bindings.append(try StartError.listening(bind(adminEndpoint))) }
        let validation = try configuration.validationEndpoint.map { endpoint throws(StartError) in
            try StartError.validated(bind(endpoint))
        }
        if let validation { bindings.append(validation) }
        try StartError.started(
            node.start(bindings) { ShardGateway(gatewayContext, index: $0, credentials: credentials) })
        if let adminEndpoint, !adminEndpoint.address.isLocal, adminEndpoint.tls == nil {
            log.warning("admin.listen can be reached from other machines, without TLS")
        }
        let address = clients.address
        gatewayContext.issuerKeys.start { [node] issuer in node.broadcast { $0.keysCame(of: issuer) } }
        try StartError.started(
            certificates?.start(
                configuration, gatewayContext.readiness, gatewayContext.metrics.process, log,
                install: { [unowned self] in try useCertificates() }))
        log.info(
            "listening",
            [
                "address": "\(address)", "tls": context != nil,
                "admin": adminEndpoint == nil ? "off" : "\(bindings[1].address)",
                "acme": validation.map { "\($0.address)" } ?? "off", "shards": node.mailboxes.count,
                "ioUring": configuration.shards.ioUring && Ring.isOffered,
            ])
        return (context == nil ? "ws" : "wss", address)
    }

    private func bind(
        _ endpoint: Node<ShardGateway>.Endpoint
    ) throws(SystemError) -> Node<ShardGateway>.Binding {
        try node.bind(
            endpoint, backlog: Int32(configuration.listen.backlog), sharesPort: configuration.listen.reusePort)
    }

    /// Leaves without a loss (SIGTERM): no new sessions, a word to every client, closes at the configured pace after all
    /// that is queued. Returns when every shard has stopped.
    package func drain() {
        let started = Milliseconds(Clock.monotonic)
        gatewayContext.readiness.raise(.draining, "the gateway is shutting down")
        gatewayContext.metrics.process.draining.set(1)
        log.info("draining", ["sessions": gatewayContext.metrics.shards.reduce(0) { $0 + $1.sessionsOpen.value }])
        gatewayContext.cluster?.beginEnd()
        node.broadcast {
            $0.drain.announce()
            $0.rooms.handOn()
            $0.eventStreams.endAll()
        }
        let left = closeAll(from: started)
        node.mailboxes[0].post { $0.streamedMessages.endAll() }
        log.info("drained", ["milliseconds": Int(Clock.monotonic - started.rawValue), "left": left])
        stop()
    }

    /// Returns how many connections were left when the time was up.
    private func closeAll(from started: Milliseconds) -> Int {
        let closing = DispatchGroup()
        closing.enter()
        let worker = QueueWorker("drain", DrainCloses(gatewayContext, from: started)) { closes in
            let next = closes.run()
            if next == nil { closing.leave() }
            return next
        }
        worker.wake()
        closing.wait()
        worker.stop()
        return worker.sync(\.left)
    }

    /// Why it ended by itself, for good; nil: it has not.
    package var fault: String? { gatewayContext.control.fault }

    /// Ends at once all that still runs. The store finishes the work that it has taken.
    package func stop() {
        housekeeper.stop()
        gatewayContext.issuerKeys.stop()
        certificates?.stop()
        gatewayContext.metricsPage.stop()
        gatewayContext.roomLinks?.stop()
        node.broadcast { $0.link.shard.loop.stop() }
        node.join()
        // The bytes that clients have sent are written.
        gatewayContext.media?.threads.stop()
        gatewayContext.hooks?.stop()
        // Clients get the events that they miss from here on when they come back (S-Q33).
        gatewayContext.emitDepartures(dueBy: .max)
        gatewayContext.endRun()
        gatewayContext.writeAudit()
        gatewayContext.cluster?.endWork()
        gatewayContext.followups.stop()
        gatewayContext.searches.stop()
        gatewayContext.cluster?.finish()
        gatewayContext.store.close()
        gatewayContext.tracing.stop()
    }
}

/// The store's writer, and all other queues together.
private let besideShards = 2
