/// An HTTP request: unless it names its method, it is a POST with a body, and a GET without one.
package struct TransferRequest: Sendable {
    package enum Method: String, CaseIterable, Sendable {
        case get = "GET"
        case head = "HEAD"
        case put = "PUT"
        case post = "POST"
        case delete = "DELETE"
    }

    package var method: Method?
    package let url: String
    /// The part of the URL that stands for the server: scheme, host and port.
    package let origin: String
    /// Each as a line: `name: value`.
    package var headers: [String]
    package var body: [UInt8]?
    /// Those of the answer's headers that are wanted.
    package var answerHeaders: [String] = []
    /// No more of an answer's body is read.
    package var answerLimit: Int
    /// Whether the host may be one of this machine's or its network's. An address that a client named must not.
    package var mayBePrivate: Bool
    /// The number of the adapter's credential that it bears, if it has had several.
    package var credential: Int

    package init(
        url: String, origin: String, headers: [String], body: [UInt8]?, answerLimit: Int = 4_096,
        mayBePrivate: Bool = true, credential: Int = 0
    ) {
        self.url = url
        self.origin = origin
        self.headers = headers
        self.body = body
        self.answerLimit = answerLimit
        self.mayBePrivate = mayBePrivate
        self.credential = credential
    }
}

package struct TransferReply: Sendable {
    /// 0: there was no answer.
    package var status = 0
    package var body: [UInt8] = []
    package var retryAfterSeconds = 0
    /// By the names in the request.
    package var headers: [String: String] = [:]
    /// Why there was no answer, or no end to it.
    package var failure = ""
    package var milliseconds = 0

    /// In words, where it is not what was wanted.
    package var outcome: String { failure.isEmpty ? "the status is \(status)" : failure }

    package init() {}
}
