import Bytes
import Curl
import JSON

/// A browser's subscription, which a page gets from it: W3C Push API, `PushSubscription.toJSON()`.
struct PushSubscription {
    let endpoint: ParsedURL
    /// The browser's public key.
    let point: [UInt8]
    let secret: [UInt8]

    init(_ text: String) throws(Undeliverable) {
        guard let json = try? JSONDocument().parse(text), let keys = json["keys"],
            let point = keys["p256dh"]?.string.flatMap({ Base64.url.decode($0.utf8) }), point.count == 65,
            let secret = keys["auth"]?.string.flatMap({ Base64.url.decode($0.utf8) }), secret.count == 16
        else { throw .badToken("it is not a PushSubscription with its keys") }
        guard let endpoint = json["endpoint"]?.string.flatMap(ParsedURL.init), endpoint.scheme == "https" else {
            throw .badToken("its endpoint is not an https URL")
        }
        self.endpoint = endpoint
        self.point = point
        self.secret = secret
    }
}
