import Security

/// A server of the operator's own, which takes pushes for everything that no other provider reaches.
package struct Webhook: Sendable {
    let place: Place
    let secret: [UInt8]

    /// In a network of one's own it may be `http`.
    package init(url: String, secret: String) throws(ProviderProblem) {
        guard let place = Place(url), ["https", "http"].contains(place.scheme) else { throw .badURL(url) }
        if let weakness = SecretStrength.weakness(of: Array(secret.utf8)) { throw .badSecret(weakness) }
        self.place = place
        self.secret = Array(secret.utf8)
    }
}
