/// A request to the ACME server.
package struct ServerRequest: Equatable, Sendable {
    package let url: String
    /// Signed: a POST (RFC 8555 §6.2). Nil: a GET.
    package let body: [UInt8]?

    package static let bodyType = "application/jose+json"
}

/// The server's answer, with those of its headers that matter.
package struct ServerAnswer: Sendable {
    package let status: Int
    /// `Replay-Nonce`
    package let nonce: String?
    /// `Location`
    package let location: String?
    /// `Retry-After`; 0: none.
    package let retryAfterSeconds: Int
    package let body: [UInt8]

    package init(status: Int, nonce: String?, location: String?, retryAfterSeconds: Int, body: [UInt8]) {
        self.status = status
        self.nonce = nonce
        self.location = location
        self.retryAfterSeconds = retryAfterSeconds
        self.body = body
    }
}

/// Why there is no certificate, for the log.
package struct IssuanceFailure: Error, Equatable, Sendable {
    package let reason: String
    /// The server takes no more for now (RFC 8555 §6.6).
    package let isRateLimit: Bool
    /// So long the server wants to be left alone; 0: it has not said.
    package let retryAfterSeconds: Int

    package init(_ reason: String, isRateLimit: Bool = false, retryAfterSeconds: Int = 0) {
        self.reason = reason
        self.isRateLimit = isRateLimit
        self.retryAfterSeconds = retryAfterSeconds
    }
}
