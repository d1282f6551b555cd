import Curl
import EventLoop
import Locking
import Security
import Settings
import Telemetry

/// A URL of the application's backend that decides about requests. It is asked on a queue of its own.
final class HookEndpoint: Sendable {
    typealias Answered = @Sendable (HookDecision) -> Void

    let url: ParsedURL
    /// The decision where the backend makes none.
    let standard: HookDecision
    private let secretFile: String
    private let secrets: Lock<WebhookSecrets>
    private let inbox = Lock<[HookLoop.Letter]>([])
    private let worker = Lock<QueueWorker<HookLoop>?>(nil)

    init(_ hook: Hook) throws(ConfigurationError) {
        guard let url = ParsedURL(hook.url) else {
            throw ConfigurationError(problems: [
                Problem(place: "hooks.before", message: "\(hook.url) is not a URL to ask")
            ])
        }
        self.url = url
        standard = hook.onFailure == .allow ? .allow : .refuse(HookDecision.unanswered)
        secretFile = hook.secretFile
        secrets = Lock(try WebhookSecrets(ofSetting: "hooks.before", file: hook.secretFile))
    }

    func start(_ transfer: TransferOptions, _ meters: HookMeters, _ log: Log) throws(SystemError) {
        let multi = try Multi(connectionsToOneHost: HookLoop.mostAsks)
        let descriptor = multi.descriptor
        let worker = QueueWorker(
            "hook", HookLoop(self, multi, transfer, meters, log), watching: descriptor
        ) { $0.run() }
        self.worker.withLock { $0 = worker }
    }

    /// Gives up the questions that are under way.
    func stop() {
        worker.withLock { worker in
            defer { worker = nil }
            return worker
        }?.stop()
    }

    /// `answered` is called once, on the endpoint's queue.
    func ask(_ ask: HookAsk, answered: @escaping Answered) {
        post(.ask(ask, answered))
    }

    /// Whether the data could be taken that a decision has replaced a request's with; `failure`: why not.
    func note(_ ask: HookAsk, _ failure: HookFailure?) {
        post(.replacement(ask, failure))
    }

    private func post(_ letter: HookLoop.Letter) {
        let isFirst = inbox.withLock { inbox in
            inbox.append(letter)
            return inbox.count == 1
        }
        if isFirst { worker.withLock { $0 }?.wake() }
    }

    func takeLetters() -> [HookLoop.Letter] {
        inbox.withLock { inbox in
            defer { inbox = [] }
            return inbox
        }
    }

    // MARK: - Secrets

    var signing: WebhookSecrets { secrets.withLock { $0 } }

    /// If the file cannot be read, the former secrets stay in force.
    func renewSecrets() throws(ConfigurationError) {
        let fresh = try WebhookSecrets(ofSetting: "hooks.before", file: secretFile)
        secrets.withLock { $0 = fresh }
    }
}
