import Chat
import Curl
import Dispatch
import Domain
import EventLoop
import Locking
import Security
import Settings
import Storage
import Synchronization
import Telemetry

/// Brings events to the backends that want them, on a queue of its own (E-01).
///
/// Where each endpoint stands is in the store, so a restart goes on from there; what was delivered since it was written down is
/// delivered again, with the same ids. Nobody waits for an endpoint but those that wait for the same one.
final class EventDispatcher: Sendable {
    private let worker = Lock<QueueWorker<EventWorker>?>(nil)
    /// The worker has read the store since it was woken last: to wake it for each commit would cost the writer more.
    private let isAwaited = Atomic(false)
    private let endpoints: [BackendEndpoint]
    private let configuration: Configuration
    private let metrics: ProcessMetrics
    private let readiness: Readiness
    private let log: Log
    private let traces: TraceLinks

    init(
        _ configuration: Configuration, _ metrics: ProcessMetrics, _ readiness: Readiness, _ log: Log,
        _ traces: TraceLinks
    ) throws(ConfigurationError) {
        self.traces = traces
        self.configuration = configuration
        self.metrics = metrics
        self.readiness = readiness
        self.log = log
        endpoints = try Self.endpoints(configuration.events)
    }

    /// Tells what is wrong with the settings and files.
    static func check(_ settings: Configuration.Events) throws(ConfigurationError) {
        _ = try endpoints(settings)
    }

    private static func endpoints(_ settings: Configuration.Events) throws(ConfigurationError) -> [BackendEndpoint] {
        try settings.endpoints.map { endpoint throws(ConfigurationError) in try BackendEndpoint(endpoint) }
    }

    /// If a file cannot be read, the former secrets stay in force.
    func renewSecrets() throws(ConfigurationError) {
        for endpoint in endpoints { try endpoint.renewSecrets() }
    }

    func start(_ store: Store<Committer>, _ media: MediaServices?) throws(SystemError) {
        if endpoints.isEmpty { return }
        let multi = try Multi(connectionsToOneHost: configuration.events.requests * endpoints.count)
        let descriptor = multi.descriptor
        let events = EventWorker(
            endpoints, multi, store, configuration, media, metrics, readiness, log, traces
        ) { [self] in
            isAwaited.store(true, ordering: .releasing)
        }
        let started = QueueWorker("event-dispatcher", events, watching: descriptor) { $0.run() }
        worker.withLock { $0 = started }
        started.wake()
    }

    /// Something was committed.
    func wake() {
        guard isAwaited.load(ordering: .acquiring), isAwaited.exchange(false, ordering: .acquiringAndReleasing) else {
            return
        }
        worker.withLock { $0 }?.wake()
    }

    /// Returns when it is written down where the endpoints stand.
    func stop() {
        let worker = worker.withLock { worker in
            defer { worker = nil }
            return worker
        }
        worker?.stop { $0.end() }
    }
}
