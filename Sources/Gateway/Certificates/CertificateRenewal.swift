import ACME
import Curl
import Domain
import EventLoop
import Locking
import Settings
import Synchronization
import Telemetry
import Transport

/// Gets the certificate of `tls.acme` and renews it, on a queue of its own. Shards ask it for nothing but the answer to a
/// challenge, and never wait for it.
final class CertificateRenewal: Sendable {
    let order: Configuration.CertificateOrder
    let folder: CertificateFolder
    let challenges = TLSChallenges()
    private let account = Lock<AccountKey?>(nil)
    private let worker = Lock<QueueWorker<CertificateWorker>?>(nil)
    private let isAsked = Atomic(false)

    init(_ order: Configuration.CertificateOrder, dataDirectory: String) {
        self.order = order
        folder = CertificateFolder(in: dataDirectory, of: order.directory)
    }

    /// Begins to look after the certificate. `install` has new connections use the one in the folder.
    func start(
        _ configuration: Configuration, _ readiness: Readiness, _ metrics: ProcessMetrics, _ log: Log,
        install: @escaping @Sendable () throws -> Void
    ) throws(SystemError) {
        let multi = try Multi(connectionsToOneHost: 1)
        let descriptor = multi.descriptor
        let certificates = CertificateWorker(
            self, multi,
            CertificateWorker.Surroundings(
                now: { configuration.now.rawValue / 1_000_000 }, readiness: readiness, metrics: metrics, log: log,
                install: install))
        let started = QueueWorker("acme", certificates, watching: descriptor) { $0.run() }
        worker.withLock { $0 = started }
        started.wake()
    }

    func stop() {
        let worker = worker.withLock { worker in
            defer { worker = nil }
            return worker
        }
        worker?.stop()
    }

    /// The operator has changed something: after a failure it is tried again now.
    func retry() {
        isAsked.store(true, ordering: .releasing)
        worker.withLock { $0 }?.wake()
    }

    var takesRetry: Bool { isAsked.exchange(false, ordering: .acquiringAndReleasing) }

    func use(_ account: AccountKey) {
        self.account.withLock { $0 = account }
    }

    /// The text of the page for an HTTP-01 challenge; nil: there is no such page.
    ///
    /// It needs nothing but the account's key, so each gateway with that key answers, whichever of them has made the order.
    func keyAuthorization(of token: String) -> String? {
        guard Proof.isToken(token) else { return nil }
        return account.withLock { $0 }?.authorization(of: token)
    }
}
