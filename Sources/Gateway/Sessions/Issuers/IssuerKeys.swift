import Curl
import Locking
import Meters
import Security
import Settings
import Telemetry

/// The keys that issuers publish at URLs. They are fetched off the shards, and kept while a source is down.
final class IssuerKeys: Sendable {
    /// The fate of a token that names an unknown key.
    enum Prospect {
        /// The issuer's keys are on their way; their coming is told, and so is their failing to come.
        case coming
        /// They have just come, and the key is not among them.
        case known
        /// The source gives no keys now.
        case failing
    }

    private let sources: [IssuerSource]
    private let readiness: Readiness
    /// One source at a time counts.
    private let metrics: Lock<ProcessMetrics>

    init(_ settings: Configuration.Auth, _ readiness: Readiness, _ metrics: ProcessMetrics, _ log: Log) {
        let options = IssuerFetchOptions(
            ageMilliseconds: Int64(settings.jwksAgeSeconds) * 1_000,
            pauseMilliseconds: Int64(settings.jwksPauseMilliseconds),
            transfer: TransferOptions(
                connectMilliseconds: settings.jwksTimeoutMilliseconds,
                answerMilliseconds: settings.jwksTimeoutMilliseconds, authorities: settings.jwksAuthorities))
        sources = settings.jwks.compactMap { issuer in
            guard case .url(let text) = issuer.source else { return nil }
            guard let url = ParsedURL(text) else { preconditionFailure("\(text) was checked with the credentials") }
            return IssuerSource(issuer.issuer, url, options, log)
        }
        self.readiness = readiness
        self.metrics = Lock(metrics)
    }

    /// Begins to fetch. After each attempt, `ended` is called with the issuer, from another queue.
    func start(_ ended: @escaping @Sendable (String) -> Void) {
        if !sources.isEmpty { note(nil) }
        for source in sources {
            source.start { [self, issuer = source.issuer] result in
                note(result)
                ended(issuer)
            }
        }
    }

    /// Fetches under way are given up.
    func stop() {
        for source in sources { source.stop() }
    }

    /// Has them all fetched.
    func refresh() {
        for source in sources { source.refresh() }
    }

    /// By issuer; those that have come.
    var keys: [String: KeySet] {
        var keys: [String: KeySet] = [:]
        for source in sources { keys[source.issuer] = source.keys }
        return keys
    }

    /// A token of that issuer names a key that is not known. Its source is asked, though not more often than it may be.
    func want(_ issuer: String) -> Prospect {
        sources.first { $0.issuer == issuer }?.want() ?? .known
    }

    private func note(_ result: IssuerFetchResult?) {
        metrics.withLock { metrics in
            let failing = sources.compactMap { source in source.failure.map { "\(source.issuer): \($0)" } }
            if let result { metrics.issuerFetches[result].add() }
            metrics.issuersFailing.set(failing.count)
            if failing.isEmpty {
                readiness.clear(.issuers)
            } else {
                readiness.raise(.issuers, failing.joined(separator: "; "))
            }
        }
    }
}
