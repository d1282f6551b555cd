import Curl
import Domain
import Locking
import Security
import Settings

/// An endpoint as it is configured, with its secrets.
final class BackendEndpoint: Sendable {
    let name: String
    let kinds: Set<BackendEventKind>
    private let url: ParsedURL
    private let file: String
    private let secrets: Lock<WebhookSecrets>

    init(_ endpoint: EventEndpoint) throws(ConfigurationError) {
        name = endpoint.name
        kinds = endpoint.kinds
        file = endpoint.secretFile
        guard let url = ParsedURL(endpoint.url) else {
            let message = "\(endpoint.url) is not a URL to send to"
            throw ConfigurationError(problems: [Problem(place: "events.endpoints", message: message)])
        }
        self.url = url
        secrets = Lock(try WebhookSecrets(ofSetting: "events.endpoints", file: endpoint.secretFile))
    }

    func renewSecrets() throws(ConfigurationError) {
        let renewed = try WebhookSecrets(ofSetting: "events.endpoints", file: file)
        secrets.withLock { $0 = renewed }
    }

    /// `id`: the same for the same body.
    func request(_ body: [UInt8], id: String, at second: Seconds) -> TransferRequest {
        let signatures = secrets.withLock { $0 }.headers(id: id, timestamp: second.rawValue, body: body)
        // Without `Expect`, which some servers let wait for a second.
        return TransferRequest(
            url: url.url, origin: url.origin, headers: ["Content-Type: application/json", "Expect:"] + signatures,
            body: body, answerLimit: 4_096)
    }
}
