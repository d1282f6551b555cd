import Chat
import Dispatch
import Domain
import EventLoop
import Locking
import Meters
import Push
import Settings
import Storage
import Telemetry

/// Sees to it that what is ordered to be pushed is: decided, made durable, given to its provider, and its end written down.
///
/// A queue of its own, so that one thing follows the other and nobody else waits for any of it. All that it knows
/// stands in the store; a restart goes on where this one ends. Between a provider's answer and its row a crash makes a
/// push come twice, which devices tell by its id.
final class PushDispatcher: Sendable {
    private struct State {
        var worker: QueueWorker<PushWorker>?
        var clients: [PushService: ProviderClient] = [:]
        /// As the key files were read last.
        var providers: [PushService: Provider]
        var store: Store<Committer>?
        var hasEnded = false
        var answers: [PushResult] = []
        /// It was woken since the last run.
        var isWoken = false

        mutating func wake() -> QueueWorker<PushWorker>? {
            defer { isWoken = true }
            return isWoken ? nil : worker
        }
    }

    private let state: Lock<State>
    /// Signalled for what is answered after the end.
    private let lastAnswers = DispatchSemaphore(value: 0)
    let clientOptions: ProviderClientOptions
    let templates: PushTemplates
    private let decider: PushDecider
    private let configuration: Configuration
    private let metrics: ProcessMetrics
    private let readiness: Readiness
    private let traces: TraceLinks

    init(
        _ configuration: Configuration, _ options: ChatOptions, _ metrics: ProcessMetrics, _ readiness: Readiness,
        _ traces: TraceLinks
    ) throws(ConfigurationError) {
        self.traces = traces
        self.configuration = configuration
        self.metrics = metrics
        self.readiness = readiness
        state = Lock(State(providers: try configuration.providers()))
        templates = configuration.pushTemplates
        clientOptions = configuration.clientOptions
        decider = PushDecider(options)
    }

    /// The key with which a page subscribes; nil if there is no Web Push.
    var webPushKey: String? { provider(of: PushService(.webPush))?.webPushKey }

    func provider(of service: PushService) -> Provider? { state.withLock { $0.providers[service] } }

    /// Nil: nobody is pushed to here.
    var store: Store<Committer>? { state.withLock { $0.store } }

    /// P-28: reads all key files anew. If one of them cannot be used, what was read before stays in force.
    func renewKeys() throws(ConfigurationError) {
        let providers = try configuration.providers()
        let clients = state.withLock { state in
            state.providers = providers
            return state.clients
        }
        for (service, client) in clients {
            if let provider = providers[service] { client.use(provider) }
        }
    }

    func start(_ store: Store<Committer>) throws(SystemError) {
        let providers = state.withLock { $0.providers }
        if providers.isEmpty { return }
        var clients: [PushService: ProviderClient] = [:]
        for (service, provider) in providers {
            clients[service] = try ProviderClient(provider, options: clientOptions) {
                store.mayBegin
            } wall: {
                store.wall
            } answered: {
                self.take($0)
            } hasRoom: {
                self.wake()
            }
        }
        let work = PushWorker(clients, decider, store, configuration, metrics, readiness, traces)
        let worker = QueueWorker("push-dispatcher", work) {
            if $0.gathersUntil > Clock.monotonicNanoseconds { return $0.gathersUntil }
            $0.run(self.takeAnswers())
            return $0.nextRun
        }
        state.withLock { [clients] state in (state.worker, state.clients, state.store) = (worker, clients, store) }
        worker.wake()
    }

    /// Returns when what was answered is written down.
    func stop() {
        let worker = state.withLock { state in
            state.hasEnded = true
            defer { (state.worker, state.store) = (nil, nil) }
            return state.worker
        }
        let deadline = DispatchTime.now() + lastAnswersTimeout
        worker?.stop { work in
            while work.awaitsAnswers {
                let answers = takeAnswers()
                work.finish(answers)
                if answers.isEmpty, lastAnswers.wait(timeout: deadline) == .timedOut { break }
            }
            work.end()
            work.finish(takeAnswers())
        }
    }

    func count(_ suppressed: [PushObstacle: Int]) {
        for (obstacle, count) in suppressed { metrics.pushesSuppressed[obstacle].add(count) }
    }

    func count(_ received: [PushReceipt.Event: Int]) {
        for (event, count) in received { metrics.pushReceipts[event].add(count) }
    }

    /// P-45: of its apps whose key files have one.
    func receiptSecrets(of provider: PushProvider) -> [ReceiptSecret] {
        state.withLock { $0.providers }.filter { $0.key.provider == provider }.compactMap(\.value.receiptSecret)
    }

    /// There is something to do.
    func wake() {
        state.withLock { $0.wake() }?.wake()
    }

    private func take(_ answers: [PushResult]) {
        let (worker, hasEnded) = state.withLock { state in
            state.answers += answers
            return (state.wake(), state.hasEnded)
        }
        worker?.wake()
        if hasEnded { lastAnswers.signal() }
    }

    private func takeAnswers() -> [PushResult] {
        state.withLock { state in
            defer { (state.answers, state.isWoken) = ([], false) }
            return state.answers
        }
    }
}

/// At the end, requests under way have this time to be answered, in nanoseconds; without it their pushes would be sent again
/// after the next start.
private let lastAnswersTimeout = DispatchTimeInterval.seconds(2)
