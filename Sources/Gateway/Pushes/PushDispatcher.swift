import Chat
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
/// A thread of its own, so that one thing follows the other and nobody else waits for any of it. What it knows stands in the
/// store; a restart goes on where this one ends. Between a provider's answer and its row a crash makes a push come twice, which
/// devices tell by its id.
final class PushDispatcher: Sendable {
    private struct State {
        var isWoken = true
        var hasEnded = false
        var answers: [PushResult] = []

        mutating func takeAnswers() -> [PushResult] {
            defer { answers = [] }
            return answers
        }
    }

    private let state = Monitor(State())
    private let thread = Lock<Thread?>(nil)
    private let providers: [PushProvider: Provider]
    private let clientOptions: ProviderClientOptions
    private let decider: PushDecider
    private let configuration: Configuration
    private let metrics: ProcessMetrics

    init(_ configuration: Configuration, _ options: ChatOptions, _ metrics: ProcessMetrics) throws(ConfigurationError) {
        self.configuration = configuration
        self.metrics = metrics
        providers = try Provider.all(in: configuration)
        clientOptions = configuration.clientOptions
        decider = PushDecider(options)
    }

    /// The key with which a page subscribes; nil if there is no Web Push.
    var webPushKey: String? {
        if case .webPush(let webPush) = providers[.webPush] { webPush.publicKey } else { nil }
    }

    /// If a file cannot be read, the former secret stays in force.
    func renewSecrets() throws(ConfigurationError) {
        try providers[.webhook]?.renewSecrets(configuration)
    }

    func start(_ store: Store<Committer>) {
        if providers.isEmpty { return }
        let thread = Thread.start(name: "push-dispatcher") { [self] in
            let clients = providers.mapValues { provider in
                ProviderClient(provider, options: clientOptions) {
                    self.take($0)
                } hasRoom: {
                    self.wake()
                }
            }
            let work = PushWorker(clients, decider, store, configuration, metrics)
            while let answers = rest(until: work.nextRun) { work.run(answers) }
            let deadline = Clock.monotonicNanoseconds + lastAnswersTimeout
            while work.awaitsAnswers, let answers = answers(until: deadline) { work.finish(answers) }
            for client in clients.values { client.stop() }
            work.finish(takeAnswers())
        }
        self.thread.withLock { $0 = thread }
    }

    /// Returns when the thread has ended, and what was answered is written down.
    func stop() {
        state.withLock { $0.hasEnded = true }
        state.wakeAll()
        let thread = thread.withLock { thread in
            defer { thread = nil }
            return thread
        }
        thread?.join()
    }

    func count(_ suppressed: [PushObstacle: Int]) {
        for (obstacle, count) in suppressed { metrics.pushesSuppressed[obstacle].add(count) }
    }

    /// There is something to do.
    func wake() {
        state.withLock { $0.isWoken = true }
        state.wakeOne()
    }

    private func take(_ answers: [PushResult]) {
        state.withLock { $0.answers += answers }
        state.wakeOne()
    }

    /// Nil: it is over.
    private func rest(until deadline: Int64) -> [PushResult]? {
        _ = state.wait(until: deadline) { state in
            state.isWoken || state.hasEnded || !state.answers.isEmpty ? true : nil
        }
        return state.withLock { state in
            if state.hasEnded { return nil }
            state.isWoken = false
            return state.takeAnswers()
        }
    }

    /// Nil: there were none in time.
    private func answers(until deadline: Int64) -> [PushResult]? {
        state.wait(until: deadline) { state in state.answers.isEmpty ? nil : state.takeAnswers() }
    }

    private func takeAnswers() -> [PushResult] { state.withLock { $0.takeAnswers() } }
}

/// At the end, requests under way have this time to be answered, in nanoseconds; without it their pushes would be sent again
/// after the next start.
private let lastAnswersTimeout: Int64 = 2_000_000_000
